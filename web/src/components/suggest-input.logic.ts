/** The option that the arrow keys lead to. -1 is the typed text itself. */
export function stepOption(active: number, step: 1 | -1, count: number): number {
  const next = active + step;
  if (next < -1) return count - 1;
  return next >= count ? -1 : next;
}

/** Options that contain what was typed. All of them once it is one of them. */
export function matching(options: readonly string[], typed: string): readonly string[] {
  const words = typed.trim().toLowerCase();
  if (words === "" || options.includes(typed.trim())) return options;
  return options.filter((option) => option.toLowerCase().includes(words));
}
