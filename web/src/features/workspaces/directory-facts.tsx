import type { Directory } from "@malamar/contract/directory.ts";
import { CircleCheck, TriangleAlert } from "lucide-react";
import { factsOf } from "./path.logic.ts";

type DirectoryFactsProps = {
  id: string;
  directory: Directory | undefined;
  /** Stands there as long as nothing is known. */
  hint: string;
};

/** What is known of the directory that was typed. */
export function DirectoryFacts({ id, directory, hint }: DirectoryFactsProps) {
  const facts = directory === undefined ? [] : factsOf(directory);
  return (
    <output aria-label="About this folder" className="mt-1.5 block text-sm">
      <span id={id} className="block space-y-1">
        {facts.length === 0 && <span className="text-muted">{hint}</span>}
        {facts.map(({ tone, text }) => (
          <span key={text} className="flex items-start gap-1.5 wrap-any">
            {tone === "good" ? (
              <CircleCheck aria-hidden className="mt-px size-3.5 shrink-0 text-status-done" />
            ) : (
              <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0 text-status-review" />
            )}
            {text}
          </span>
        ))}
      </span>
    </output>
  );
}
