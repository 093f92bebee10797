import type { Directory } from "@malamar/contract/directory.ts";
import { CircleCheck, TriangleAlert } from "lucide-react";
import { factsOf } from "./path.logic.ts";

/** What is known about the typed directory. The space for it is reserved. */
export function DirectoryFacts({ directory }: { directory: Directory | undefined }) {
  return (
    <output aria-label="About this folder" className="block min-h-[1lh] space-y-1 text-sm">
      {directory !== undefined &&
        factsOf(directory).map(({ tone, text }) => (
          <span key={text} className="flex items-start gap-1.5 wrap-any">
            {tone === "good" ? (
              <CircleCheck aria-hidden className="mt-px size-3.5 shrink-0 text-status-done" />
            ) : (
              <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0 text-status-review" />
            )}
            {text}
          </span>
        ))}
    </output>
  );
}
