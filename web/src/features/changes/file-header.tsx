import type { ChangedFile } from "@malamar/contract/changes.ts";
import { ChevronRight, MessageSquare } from "lucide-react";
import { memo } from "react";
import { useConnection } from "#lib/connection.ts";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { CopyIcon } from "#components/copy-icon.tsx";
import { cn } from "#lib/cn.ts";
import { ChangeFigures } from "#components/change-figures.tsx";
import { fileFacts, fileMark, isSameContent, pathParts } from "./files.logic.ts";

type FileHeaderProps = {
  file: ChangedFile;
  isOpen: boolean;
  /** Why it is folded at first. */
  reason: string | null;
  isCurrent: boolean;
  drafts: number;
  onToggle: (file: ChangedFile) => void;
  /** Null where nothing can be marked as viewed. */
  onSetViewed: ((file: ChangedFile, isViewed: boolean) => void) | null;
};

/** The name of a file and what happened to it. It stays in sight as long as the file does. */
export const FileHeader = memo(function FileHeader(props: FileHeaderProps) {
  const { file, isOpen, isCurrent, drafts, onToggle, onSetViewed } = props;
  const { isOffline } = useConnection();
  const { path, old_path } = file;
  // "Viewed" is on its box.
  const reason = isOpen || file.is_viewed ? null : props.reason;
  // Where there are no lines, the words below say it.
  const facts = [
    ...(isOpen && isSameContent(file) ? [] : fileFacts(file)),
    ...(reason === null ? [] : [reason]),
  ];
  return (
    <header
      className={cn(
        "sticky top-0 left-0 z-10 flex h-(--header) w-(--pane) items-center gap-2 border-y bg-surface pr-3 pl-1 text-sm",
        isCurrent &&
          "shadow-[inset_2px_0_0_var(--primary)] forced-colors:outline-2 forced-colors:-outline-offset-2",
      )}
    >
      <h3 className="flex min-w-0 flex-1 items-center gap-1 font-normal">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => onToggle(file)}
          className="hit-area flex min-w-0 items-center gap-1.5 rounded-sm px-1 py-0.5 hover:bg-hover focus-visible:outline-offset-0"
        >
          <ChevronRight
            aria-hidden
            className={cn(
              "size-3.5 shrink-0 text-muted transition-transform duration-[120ms]",
              isOpen && "rotate-90",
            )}
          />
          <FileStatus file={file} />
          <span className="flex min-w-0 font-mono">
            {old_path !== null && (
              <span className="hidden min-w-0 shrink-[3] @[40rem]:flex">
                <PathText path={old_path} isMuted />
                <span className="shrink-0 px-1 text-muted"> → </span>
              </span>
            )}
            <PathText path={path} />
          </span>
          {reason !== null && <span className="sr-only">, folded: {reason.toLowerCase()}</span>}
        </button>
        <CopyIcon text={() => path} label={`Copy path ${path}`} className="max-sm:hidden" />
      </h3>
      <span className="hidden shrink-0 items-center gap-2 whitespace-nowrap text-muted @[40rem]:flex">
        {facts.map((fact) => (
          <span key={fact} aria-hidden={fact === reason}>
            {fact}
          </span>
        ))}
      </span>
      {drafts > 0 && (
        <span className="flex shrink-0 items-center gap-1 text-primary">
          <MessageSquare aria-hidden className="size-3.5" />
          {drafts.toLocaleString()}
          <span className="sr-only">{drafts === 1 ? "comment" : "comments"}</span>
        </span>
      )}
      <ChangeFigures additions={file.additions} deletions={file.deletions} />
      {onSetViewed !== null && (
        <Tooltip text="Viewed, until it changes again (v)">
          <label className="hit-area flex shrink-0 cursor-pointer items-center gap-1.5 whitespace-nowrap">
            <input
              type="checkbox"
              aria-label={`Viewed: ${path}`}
              checked={file.is_viewed}
              aria-disabled={isOffline}
              onChange={(event) => !isOffline && onSetViewed(file, event.currentTarget.checked)}
              className="size-3.5 accent-primary aria-disabled:opacity-55 pointer-coarse:size-5"
            />
            <span aria-hidden className="max-sm:hidden">
              Viewed
            </span>
          </label>
        </Tooltip>
      )}
    </header>
  );
});

/** What is too long loses the middle of its path, never its name. */
function PathText({ path, isMuted = false }: { path: string; isMuted?: boolean }) {
  const { folder, name } = pathParts(path);
  return (
    <span className={cn("flex min-w-0", isMuted && "text-muted")}>
      {folder !== "" && (
        <span className="min-w-[2ch] shrink-[99] truncate text-muted">{folder}</span>
      )}
      <span className="min-w-[6ch] shrink-0 truncate font-medium max-sm:shrink">{name}</span>
    </span>
  );
}

const TONES: Readonly<Record<ChangedFile["status"], string>> = {
  added: "text-status-done",
  modified: "text-status-review",
  deleted: "text-error",
  renamed: "text-primary",
  copied: "text-primary",
  type_changed: "text-status-review",
};

/** A letter, as git writes it, with its word. */
export function FileStatus({ file }: { file: ChangedFile }) {
  const { letter, word } = fileMark(file);
  return (
    <span
      data-tooltip={word}
      className={cn("w-3 shrink-0 text-center font-mono text-xs font-semibold", TONES[file.status])}
    >
      <span aria-hidden>{letter}</span>
      <span className="sr-only">{word}</span>
    </span>
  );
}
