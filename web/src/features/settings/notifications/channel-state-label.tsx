import { CircleAlert, CircleCheck, CircleDashed } from "lucide-react";
import { cn } from "#lib/cn.ts";
import type { ChannelState } from "./channels.logic.ts";

const LOOKS = {
  ready: { icon: CircleCheck, word: "Set up", className: "text-status-done" },
  none: { icon: CircleDashed, word: "Not set up", className: "text-muted" },
  incomplete: { icon: CircleAlert, word: "Incomplete", className: "text-status-review" },
} as const;

/** A channel's state as an icon, a word and a colour. */
export function ChannelStateLabel({ state }: { state: ChannelState }) {
  const { icon: Icon, word, className } = LOOKS[state.kind];
  return (
    <span className={cn("inline-flex items-center gap-1 text-sm font-normal", className)}>
      <Icon aria-hidden className="size-3.5 shrink-0" />
      <span>
        {word}
        {state.kind === "incomplete" && `: ${state.missing} missing`}
      </span>
    </span>
  );
}
