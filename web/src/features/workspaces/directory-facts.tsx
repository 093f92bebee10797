import { CircleCheck, Info, TriangleAlert } from "lucide-react";
import { cn } from "#lib/cn.ts";
import type { DirectoryFact } from "./path.logic.ts";

type DirectoryFactsProps = {
  id: string;
  facts: readonly DirectoryFact[];
  /** Shown as long as nothing is known. */
  hint: string;
  className?: string;
};

const SIGNS = {
  good: { icon: CircleCheck, tone: "text-status-done" },
  warning: { icon: TriangleAlert, tone: "text-status-review" },
  plain: { icon: Info, tone: "text-muted" },
} as const;

/** What is known of the directory that was typed. */
export function DirectoryFacts({ id, facts, hint, className }: DirectoryFactsProps) {
  return (
    <output aria-label="About this folder" className={cn("mt-1.5 block text-sm", className)}>
      <span id={id} className="block space-y-1">
        {facts.length === 0 && <span className="text-muted">{hint}</span>}
        {facts.map(({ tone, text }) => (
          <DirectoryFactLine key={text} tone={tone} text={text} />
        ))}
      </span>
    </output>
  );
}

function DirectoryFactLine({ tone, text }: DirectoryFact) {
  const { icon: Icon, tone: signTone } = SIGNS[tone];
  return (
    <span className={cn("flex items-start gap-1.5", tone === "plain" && "text-muted")}>
      <Icon aria-hidden className={cn("mt-px size-3.5 shrink-0", signTone)} />
      <span className="min-w-0 wrap-any">{text}</span>
    </span>
  );
}
