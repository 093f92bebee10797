import { CircleAlert, File as FileIcon, X } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { WriteButton } from "#components/write-button.tsx";
import { fileSize } from "#lib/format.ts";
import { percentOf, type Upload } from "./uploads.logic.ts";
import type { Uploads } from "./uploads.ts";

type UploadListProps = {
  uploads: Uploads;
  /** The focused button disappeared with its file. */
  onGone: () => void;
};

/** The uploads in progress. A finished one appears among the messages. */
export function UploadList({ uploads, onGone }: UploadListProps) {
  if (uploads.items.length === 0) return null;
  return (
    <ul aria-label="Unsent files" className="max-h-[25dvh] space-y-1.5 overflow-y-auto">
      {uploads.items.map((upload) => (
        <UploadItem
          key={upload.key}
          upload={upload}
          onRetry={() => uploads.retry(upload)}
          onCancel={() => {
            uploads.cancel(upload);
            onGone();
          }}
        />
      ))}
    </ul>
  );
}

/** Along the lower edge, in our colours, because every browser draws its own. */
const progressClass =
  "absolute inset-x-0 bottom-0 h-1 w-full appearance-none border-0 bg-hover [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-hover [&::-webkit-progress-value]:bg-primary";

type UploadItemProps = { upload: Upload; onRetry: () => void; onCancel: () => void };

function UploadItem({ upload, onRetry, onCancel }: UploadItemProps) {
  const { file, state, reason } = upload;
  const percent = percentOf(upload);
  return (
    <li className="relative flex flex-wrap items-center gap-x-2 gap-y-1 overflow-hidden rounded-md border bg-card px-2.5 py-1 text-sm">
      <FileIcon aria-hidden className="size-3.5 shrink-0 text-muted" />
      <span dir="auto" className="min-w-0 flex-1 basis-32 truncate">
        {file.name}
      </span>
      <span className="shrink-0 text-muted tabular-nums">
        {state === "sending" ? `${percent} % of ${fileSize(file.size)}` : fileSize(file.size)}
      </span>
      {state === "sending" && (
        <progress
          aria-label={`Upload of ${file.name}`}
          value={percent}
          max={100}
          className={progressClass}
        />
      )}
      {state === "failed" && (
        <WriteButton size="small" onClick={onRetry}>
          Retry
        </WriteButton>
      )}
      <Button
        variant="ghost"
        size="icon"
        aria-label={
          state === "failed" ? `Discard ${file.name}` : `Cancel the upload of ${file.name}`
        }
        onClick={onCancel}
      >
        <X aria-hidden />
      </Button>
      {state === "failed" && (
        <p role="alert" className="flex w-full items-start gap-1.5 wrap-any text-error">
          <CircleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
          <span className="min-w-0">Not attached. {reason}</span>
        </p>
      )}
    </li>
  );
}
