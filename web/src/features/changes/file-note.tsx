import type { ChangedFile } from "@malamar/contract/changes.ts";
import { MOST_BLOB_BYTES } from "@malamar/contract/plain/changes.ts";
import { Button } from "#components/ui/button.tsx";
import { errorMessage } from "#lib/error-details.logic.ts";
import { fileUrl, type ChangesOf, type Comparison } from "./changes-of.ts";

const NOTE =
  "sticky left-0 flex w-(--pane) flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 font-sans text-sm text-muted";

/** About a file, or instead of its lines. */
export function WordsNote({ words }: { words: string }) {
  return <p className={NOTE}>{words}</p>;
}

type TooLargeNoteProps = { of: ChangesOf; file: ChangedFile; comparison: Comparison };

export function TooLargeNote({ of, file, comparison }: TooLargeNoteProps) {
  const { path, old_path, new_blob_id, old_size, new_size } = file;
  if (isTooLargeToSend(new_blob_id === null ? old_size : new_size)) {
    return <WordsNote words={`Too large to show, and ${LARGER}.`} />;
  }
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

/** Nothing that is larger is sent. */
export const LARGER = `larger than ${MOST_BLOB_BYTES / 1024 / 1024} MiB`;

export function isTooLargeToSend(size: number | null): boolean {
  return (size ?? 0) > MOST_BLOB_BYTES;
}

type FailedNoteProps = { what: "changes" | "lines"; error: unknown; onRetry: () => void };

export function FailedNote({ what, error, onRetry }: FailedNoteProps) {
  return (
    <div role="alert" className={NOTE}>
      <span className="text-error">
        {what === "changes"
          ? "The changes of this file could not be loaded."
          : "These lines could not be loaded."}
      </span>
      <span className="min-w-0 wrap-any">{errorMessage(error)}</span>
      <Button size="small" onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}
