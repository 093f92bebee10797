import type { ChangeCount } from "@malamar/contract/checkpoint.ts";
import { ChangeFigures } from "#components/change-figures.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { counted } from "#lib/format.ts";
import { changeWords, filesChanged, measureOf } from "./changes.logic.ts";

/** How much a task has changed: "+120 −14", in signs and not in colour alone. */
export function ChangeChip({ changes }: { changes: ChangeCount }) {
  const { files, additions, deletions } = changes;
  return (
    <Tooltip text={filesChanged(changes)}>
      <span className="inline-flex whitespace-nowrap">
        <span aria-hidden>
          {measureOf(changes) === "lines" ? (
            <ChangeFigures
              additions={additions}
              deletions={deletions}
              className="gap-1 font-sans text-sm"
            />
          ) : (
            counted(files, "file")
          )}
        </span>
        <span className="sr-only">{changeWords(changes)}</span>
      </span>
    </Tooltip>
  );
}
