import type { CliHealth } from "@malamar/contract/cli.ts";
import { CircleCheck, CircleHelp, CircleX, Hourglass } from "lucide-react";
import { cn } from "#lib/cn.ts";

const LOOKS = {
  healthy: { icon: CircleCheck, word: "Available", className: "text-status-done" },
  slow: { icon: Hourglass, word: "Slow", className: "text-status-review" },
  unhealthy: { icon: CircleX, word: "Not available", className: "text-error" },
  unknown: { icon: CircleHelp, word: "Not checked yet", className: "text-muted" },
} as const;

/** The state of a CLI as an icon, a word and a colour. */
export function CliHealthLabel({ health }: { health: CliHealth | undefined }) {
  const { icon: Icon, word, className } = LOOKS[health?.status ?? "unknown"];
  return (
    <span className={cn("inline-flex items-center gap-1 text-sm whitespace-nowrap", className)}>
      <Icon aria-hidden className="size-3.5 shrink-0" />
      {word}
    </span>
  );
}
