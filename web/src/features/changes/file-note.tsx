import type { ChangedFile } from "@malamar/contract/changes.ts";
import { Button } from "#components/ui/button.tsx";
import { errorMessage } from "#lib/error-details.logic.ts";
import { fileUrl, type ChangesOf, type Comparison } from "./changes-of.ts";

const NOTE =
  "sticky left-0 flex w-(--pane) flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 font-sans text-sm text-muted";

/** What a file without lines says instead. */
export function WordsNote({ words }: { words: string }) {
  return <p className={NOTE}>{words}</p>;
}

type TooLargeNoteProps = { of: ChangesOf; file: ChangedFile; comparison: Comparison };

export function TooLargeNote({ of, file, comparison }: TooLargeNoteProps) {
  const { path, old_path, new_blob_id } = file;
  const stored =
    new_blob_id === null
      ? { checkpoint: comparison.from, path: old_path ?? path }
      : { checkpoint: comparison.to, path };
  return (
    <p className={NOTE}>
      <span>
        Too large to show.{" "}
        <a
          href={fileUrl(of, stored)}
          target="_blank"
          rel="noreferrer"
          className="rounded-sm font-medium wrap-any text-primary underline"
        >
          Open {path}
        </a>
      </span>
    </p>
  );
}

export function FailedNote({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div role="alert" className={NOTE}>
      <span className="text-error">The changes of this file could not be loaded.</span>
      <span className="min-w-0 wrap-any">{errorMessage(error)}</span>
      <Button size="small" onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}
