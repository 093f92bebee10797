import type { Changes } from "@malamar/contract/changes.ts";
import type { Checkpoint } from "@malamar/contract/checkpoint.ts";
import type { Run } from "@malamar/contract/run.ts";
import { Eye, FolderTree, History } from "lucide-react";
import { useMemo, useState } from "react";
import { ChangeFigures } from "#components/change-figures.tsx";
import { openMenuButton, useFocusBack } from "#components/focus-back.ts";
import { lazyPart } from "#components/lazy-part.tsx";
import { Button } from "#components/ui/button.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { WriteButton } from "#components/write-button.tsx";
import { checkpointLabel } from "#lib/checkpoint-words.logic.ts";
import { errorMessage } from "#lib/error-details.logic.ts";
import { counted } from "#lib/format.ts";
import { toast } from "#lib/toast.ts";
import type { Comparison } from "./changes-of.ts";
import type { TaskState } from "./changes-view.tsx";
import { NO_TASK, useMarkLooked } from "./mutations.ts";
import { ScopeSelect } from "./scope-select.tsx";
import { checkpointOf, scopeGroups, scopeOf } from "./scope.logic.ts";
import { ViewMenu } from "./view-menu.tsx";
import type { useViewOptions } from "./view-options.ts";

const [RestoreDialog, fetchRestoreDialog] = lazyPart(
  async () => (await import("./restore-dialog.tsx")).RestoreDialog,
);

type ChangesToolbarProps = {
  /** Null in a chat. */
  task: TaskState | null;
  runs: readonly Run[];
  checkpoints: readonly Checkpoint[];
  scope: string | null;
  onScope: (name: string | null) => void;
  comparison: Comparison;
  /** Undefined if they could not be loaded. */
  changes: Changes | undefined;
  /** They are of the comparison before. */
  isOld: boolean;
  isTreeShown: boolean;
  onTree: () => void;
  options: ReturnType<typeof useViewOptions>[0];
  onOptions: ReturnType<typeof useViewOptions>[1];
};

/** Which changes are shown, how many they are, and what can be done with all of them. */
export function ChangesToolbar(props: ChangesToolbarProps) {
  const { task, runs, scope, onScope, changes, checkpoints } = props;
  const looked = useLooked(props);
  const restore = useRestoring(props);
  const groups = useMemo(() => scopeGroups(checkpoints, runs), [checkpoints, runs]);
  return (
    <div
      data-commands="These changes"
      className="flex shrink-0 items-center gap-x-3 border-b px-3 py-1.5"
    >
      <span className="min-w-32 flex-1 @lg:max-w-58">
        <ScopeSelect
          whole={task === null ? "Whole chat" : "Whole task"}
          groups={groups}
          hasLooked={task !== null && task.lookedId !== null}
          value={scope}
          onChange={onScope}
        />
      </span>
      {changes !== undefined && <Figures {...props} changes={changes} />}
      <span className="ml-auto flex shrink-0 items-center gap-1.5">
        {restore !== null && (
          <Tooltip text={restore.hint}>
            <WriteButton
              size="small"
              className="@max-2xl:hidden"
              isBlocked={restore.isBlocked}
              onPointerEnter={fetchRestoreDialog}
              onFocus={fetchRestoreDialog}
              onClick={restore.ask}
            >
              <History aria-hidden />
              Restore
            </WriteButton>
          </Tooltip>
        )}
        {looked !== null && (
          <Tooltip text={looked.hint}>
            <WriteButton
              size="small"
              className="@max-2xl:hidden"
              isBlocked={looked.isDone}
              isBusy={looked.isBusy}
              onClick={looked.mark}
            >
              I have looked
            </WriteButton>
          </Tooltip>
        )}
        <ViewMenu
          options={props.options}
          onChange={props.onOptions}
          actions={[
            ...(looked === null || looked.isDone
              ? []
              : [{ label: "I have looked", icon: Eye, onSelect: looked.mark }]),
            ...(restore === null || restore.isBlocked
              ? []
              : [{ label: "Restore these files", icon: History, onSelect: restore.ask }]),
          ]}
        />
      </span>
      {restore?.question}
    </div>
  );
}

type FiguresProps = Pick<ChangesToolbarProps, "task" | "isTreeShown" | "onTree"> & {
  changes: Changes;
};

function Figures({ task, changes, isTreeShown, onTree }: FiguresProps) {
  const { files, additions, deletions, changed } = changes;
  const viewed = changed.filter(({ is_viewed }) => is_viewed).length.toLocaleString();
  const listed = changed.length.toLocaleString();
  const isViewable = task !== null && changed.length > 0;
  return (
    <>
      <span className="@4xl:hidden">
        <Button
          size="small"
          data-command="Files"
          aria-pressed={isTreeShown}
          className="aria-pressed:bg-hover"
          onClick={onTree}
        >
          <FolderTree aria-hidden />
          <span className="sr-only @2xl:not-sr-only">Files</span>
          <span className="tabular-nums">
            {isViewable ? `${viewed}/${listed}` : files.toLocaleString()}
            {isViewable && <span className="sr-only"> viewed</span>}
          </span>
        </Button>
      </span>
      <p className="hidden items-center gap-2 text-sm whitespace-nowrap @2xl:flex">
        <span className="tabular-nums">{counted(files, "file")}</span>
        <ChangeFigures additions={additions} deletions={deletions} />
      </p>
      {isViewable && (
        <p className="hidden text-sm whitespace-nowrap text-muted tabular-nums @4xl:block">
          {viewed} of {listed} viewed
        </p>
      )}
    </>
  );
}

/** Only up to now: whoever looks at an older state has not seen what came after it. */
function useLooked({ task, changes, checkpoints, comparison, isOld }: ChangesToolbarProps) {
  const mark = useMarkLooked(task?.id ?? NO_TASK);
  const id = changes?.to.checkpoint_id ?? null;
  const isNow = comparison.to === "now" || comparison.to === checkpoints.at(-1)?.id;
  if (task === null || id === null || isOld || !isNow) return null;
  const isDone = id === task.lookedId;
  return {
    isDone,
    isBusy: mark.isPending,
    hint: isDone
      ? "You have looked at this state. What changes next is under “Since I looked”."
      : "What changes from now on is then under “Since I looked”.",
    mark: () =>
      mark.mutate(id, {
        onError: (error) =>
          toast.error("Couldn’t save that you’ve looked", { description: errorMessage(error) }),
      }),
  };
}

function useRestoring({ task, scope, checkpoints, runs, onScope }: ChangesToolbarProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { returnFocusTo, remember } = useFocusBack();
  const checkpoint = checkpointOf(scopeOf(scope), checkpoints);
  if (task === null || checkpoint === null || checkpoint === checkpoints.at(-1)) return null;
  const label = checkpointLabel(checkpoint, runs);
  return {
    isBlocked: task.isWorking,
    hint: task.isWorking
      ? "An agent is working on these files. Stop it first, or wait until it's done."
      : `Put the files back to “${label}”`,
    ask: () => {
      remember(openMenuButton());
      setIsAsking(true);
    },
    question: isAsking && (
      <RestoreDialog
        taskId={task.id}
        checkpoint={checkpoint}
        label={label}
        ownFolder={task.ownFolder}
        onRestored={() => onScope(null)}
        onClose={() => setIsAsking(false)}
        returnFocusTo={returnFocusTo}
      />
    ),
  };
}
