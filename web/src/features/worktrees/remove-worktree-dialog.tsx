import type { LeftOut } from "@malamar/contract/checkpoint.ts";
import type { Worktree } from "@malamar/contract/worktree.ts";
import { useState } from "react";
import { CheckboxField } from "#components/checkbox-field.tsx";
import { ConfirmDialog } from "#components/confirm-dialog.tsx";
import { ThingName } from "#components/thing-name.tsx";
import type { FocusReturn } from "#components/ui/dialog-parts.ts";
import { errorMessage } from "#lib/error-details.logic.ts";
import { fileSize } from "#lib/format.ts";
import { toast } from "#lib/toast.ts";
import { useRemoveWorktree } from "./mutations.ts";
import { useIgnoredFiles } from "./queries.ts";
import { LEFT_OUT_WORDS } from "./worktree.logic.ts";

type RemoveWorktreeDialogProps = FocusReturn & { worktree: Worktree; onClose: () => void };

/** Asks before a worktree is removed, and by name before files in no checkpoint are. */
export function RemoveWorktreeDialog(props: RemoveWorktreeDialogProps) {
  const { worktree, onClose, returnFocusTo } = props;
  const { left_out: leftOut, size_bytes: size } = worktree;
  const ignored = useIgnoredFiles(worktree.id);
  const remove = useRemoveWorktree();
  // A refusal may bring names that nobody has agreed to yet.
  const names = leftOut.map(({ path }) => path);
  const [agreedTo, setAgreedTo] = useState<readonly string[]>([]);
  const isAgreed = names.every((name) => agreedTo.includes(name));
  const confirm = () =>
    remove.mutate(
      { id: worktree.id, confirmed: names },
      {
        onSuccess: () => {
          toast.success("Worktree removed", { description: worktree.branch });
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      isOpen
      title="Remove this worktree?"
      description={
        <>
          <ThingName name={worktree.task_summary} />
          <p>
            Deletes its directory{size !== null && ` (${fileSize(size)})`}, with all files that Git
            ignores in it ({ignoredWords(ignored)}), such as installed packages. What the task
            changed stays on its branch and in Kept work.
          </p>
        </>
      }
      confirmLabel="Remove worktree"
      busyLabel="Removing…"
      isBusy={remove.isPending}
      isBlocked={!isAgreed}
      error={remove.error === null ? undefined : errorMessage(remove.error)}
      onConfirm={confirm}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
    >
      {leftOut.length > 0 && (
        <div className="space-y-2">
          <p>No checkpoint contains these, so they would be lost:</p>
          <ul className="max-h-40 divide-y overflow-y-auto rounded-md border bg-surface text-sm">
            {leftOut.map((file) => (
              <LeftOutRow key={file.path} file={file} />
            ))}
          </ul>
          <CheckboxField
            label={leftOut.length === 1 ? "Delete it too" : `Delete all ${leftOut.length} too`}
            hint="This can't be undone."
            checked={isAgreed}
            onChange={({ target }) => setAgreedTo(target.checked ? names : [])}
          />
        </div>
      )}
    </ConfirmDialog>
  );
}

function ignoredWords({ data, isError }: ReturnType<typeof useIgnoredFiles>): string {
  if (data !== undefined) return fileSize(data.size_bytes);
  return isError ? "size unknown" : "counting…";
}

function LeftOutRow({ file: { path, reason, size_bytes } }: { file: LeftOut }) {
  return (
    <li className="px-2.5 py-1">
      <span className="font-mono wrap-any">{path}</span>{" "}
      <span className="text-muted">
        {LEFT_OUT_WORDS[reason]}
        {size_bytes !== null && `, ${fileSize(size_bytes)}`}
      </span>
    </li>
  );
}
