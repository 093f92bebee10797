/** Beats while a subprocess of an agent is alive, in steps with long holds: it may be looked at for hours. */
export function WorkingDot() {
  return (
    <span
      aria-hidden
      className="inline-block size-2 shrink-0 animate-working rounded-full bg-status-progress"
    />
  );
}
