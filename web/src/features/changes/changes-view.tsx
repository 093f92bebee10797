import type { Changes } from "@malamar/contract/changes.ts";
import type { Checkpoint } from "@malamar/contract/checkpoint.ts";
import type { CheckpointId, TaskId } from "@malamar/contract/ids.ts";
import type { Run } from "@malamar/contract/run.ts";
import { Eye, FileDiff, FolderTree, History, TriangleAlert } from "lucide-react";
import {
  useCallback,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type ComponentProps,
  type ReactNode,
} from "react";
import { Delayed } from "#components/delayed.tsx";
import { EmptyState } from "#components/empty-state.tsx";
import { ErrorState } from "#components/error-state.tsx";
import { openMenuButton, useFocusBack } from "#components/focus-back.ts";
import { lazyPart } from "#components/lazy-part.tsx";
import { Button } from "#components/ui/button.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { WriteButton } from "#components/write-button.tsx";
import { checkpointLabel } from "#lib/checkpoint-words.logic.ts";
import { cn } from "#lib/cn.ts";
import { errorMessage } from "#lib/error-details.logic.ts";
import { counted } from "#lib/format.ts";
import { lineDrafts, useLineDrafts } from "#lib/line-drafts.ts";
import type { LineDraft } from "#lib/line-drafts.logic.ts";
import { toast } from "#lib/toast.ts";
import { ChangeFigures } from "#components/change-figures.tsx";
import type { ChangesOf, Comparison } from "./changes-of.ts";
import { DiffList, type Drafts, type ListHandle } from "./diff-list.tsx";
import { FileTree } from "./file-tree.tsx";
import type { PlacedDraft } from "./items.logic.ts";
import { LeftOut } from "./left-out.tsx";
import { useMarkLooked, useSetViewed } from "./mutations.ts";
import { useChanges, useCheckpoints } from "./queries.ts";
import { ReviewBar } from "./review-bar.tsx";
import { ScopeSelect } from "./scope-select.tsx";
import { checkpointOf, comparisonOf, scopeGroups, scopeOf } from "./scope.logic.ts";
import { useViewOptions } from "./view-options.ts";
import { ViewMenu } from "./view-menu.tsx";

const [RestoreDialog, fetchRestoreDialog] = lazyPart(
  async () => (await import("./restore-dialog.tsx")).RestoreDialog,
);

export type ChangesViewProps = {
  of: ChangesOf;
  runs: readonly Run[];
  /** In the address. Null: everything. */
  scope: string | null;
  onScope: (name: string | null) => void;
  /** What a person has looked at. */
  lookedId: CheckpointId | null;
  /** An agent works on these files right now. */
  isWorking: boolean;
};

/** What changed, file by file, and the way to say something about it. */
export function ChangesView(props: ChangesViewProps) {
  const { of, scope: name, onScope } = props;
  const checkpoints = useCheckpoints(of, true);
  const scope = scopeOf(name);
  const known = checkpoints.data ?? NONE;
  const comparison = comparisonOf(scope, known);
  if (comparison === null) {
    if (checkpoints.data === undefined && checkpoints.error === null) return <Loading />;
    return (
      <Alone>
        <EmptyState
          icon={History}
          title="This state is not there"
          text="It may belong to something else, or be gone with an older repository."
        >
          <Button onClick={() => onScope(null)}>Show all changes</Button>
        </EmptyState>
      </Alone>
    );
  }
  return <Compared {...props} checkpoints={known} comparison={comparison} />;
}

const NONE: readonly Checkpoint[] = [];

type ComparedProps = ChangesViewProps & {
  checkpoints: readonly Checkpoint[];
  comparison: Comparison;
};

function Compared(props: ComparedProps) {
  const { of, comparison } = props;
  const { data, error, refetch, isPlaceholderData } = useChanges(of, comparison);
  if (data === undefined) {
    if (error === null) return <Loading />;
    return (
      <Alone>
        <ErrorState
          title="The changes could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      </Alone>
    );
  }
  return <Listed {...props} changes={data} isOld={isPlaceholderData} error={error} />;
}

type ListedProps = ComparedProps & {
  changes: Changes;
  /** Of the comparison before, until this one is there. */
  isOld: boolean;
  /** It could not be read again. */
  error: Error | null;
};

function Listed(props: ListedProps) {
  const { of, changes, checkpoints, isOld, error, scope, onScope } = props;
  const taskId = of.kind === "task" ? of.id : null;
  const [options, setOptions] = useViewOptions();
  const [top] = useState(createTopFile);
  const [placed, setPlaced] = useState<readonly PlacedDraft[]>([]);
  const [isTreeShown, setIsTreeShown] = useState(false);
  const listRef = useRef<ListHandle>(null);
  const drafts = useDrafts(of);
  const setViewed = useViewing(taskId);
  const { from, to, changed } = changes;
  // Of the very states that are listed: what is newest may be another one by now.
  const comparison = useMemo<Comparison>(
    () => ({ from: from.checkpoint_id ?? "base", to: to.checkpoint_id ?? "now" }),
    [from.checkpoint_id, to.checkpoint_id],
  );
  const paths = useMemo(() => new Set(changed.map(({ path }) => path)), [changed]);
  const leftOut = checkpoints.find(({ id }) => id === to.checkpoint_id)?.left_out ?? [];

  const choose = (path: string) => {
    setIsTreeShown(false);
    // On a narrow page the list is there only now.
    requestAnimationFrame(() => listRef.current?.goTo(path));
  };

  return (
    <div
      data-slot="changes"
      aria-busy={isOld}
      className="group/changes @container flex min-h-0 min-w-0 flex-1 flex-col"
    >
      <Toolbar
        {...props}
        isTreeShown={isTreeShown}
        onTree={() => setIsTreeShown(!isTreeShown)}
        options={options}
        onOptions={setOptions}
      />
      {error !== null && (
        <p role="alert" className="shrink-0 border-b bg-error-surface px-3 py-1.5 text-sm">
          <TriangleAlert aria-hidden className="mr-1.5 inline size-3.5 text-error" />
          The changes could not be read again. {errorMessage(error)}
        </p>
      )}
      <LeftOut files={leftOut} />
      {changes.truncated && (
        <p className="shrink-0 border-b bg-review-surface px-3 py-1.5 text-sm">
          The first {counted(changed.length, "file")} of {changes.files.toLocaleString()} are shown.
        </p>
      )}
      {changed.length === 0 ? (
        <NothingChanged scope={scope} onScope={onScope} />
      ) : (
        <div className={cn("flex min-h-0 flex-1", isOld && "opacity-60")}>
          <nav
            aria-label="Changed files"
            className={cn(
              "flex w-full min-w-0 shrink-0 flex-col border-r @4xl:w-64",
              !isTreeShown && "hidden @4xl:flex",
            )}
          >
            <FollowingTree top={top} files={changed} onChoose={choose} />
          </nav>
          <div
            className={cn(
              "min-h-0 min-w-0 flex-1 flex-col",
              isTreeShown ? "hidden @4xl:flex" : "flex",
            )}
          >
            <DiffList
              key={of.id}
              of={of}
              files={changed}
              comparison={comparison}
              options={options}
              drafts={drafts}
              onSetViewed={setViewed}
              onTop={top.set}
              onPlaced={setPlaced}
              handle={listRef}
            />
          </div>
        </div>
      )}
      {taskId !== null && drafts !== null && to.checkpoint_id !== null && (
        <ReviewBar
          taskId={taskId}
          placed={
            changed.length === 0 ? drafts.all.map((draft) => ({ draft, range: null })) : placed
          }
          paths={paths}
          drafts={drafts}
          from={comparison.from}
          checkpointId={to.checkpoint_id}
          onSent={() => listRef.current?.focus()}
        />
      )}
    </div>
  );
}

/** The file at the top of the list, apart from its page: only the tree follows every step. */
function createTopFile() {
  const listeners = new Set<() => void>();
  let path: string | null = null;
  return {
    get: () => path,
    set: (next: string) => {
      path = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

type FollowingTreeProps = Omit<ComponentProps<typeof FileTree>, "current"> & {
  top: ReturnType<typeof createTopFile>;
};

function FollowingTree({ top, ...props }: FollowingTreeProps) {
  return <FileTree {...props} current={useSyncExternalStore(top.subscribe, top.get)} />;
}

/** Comments that were not sent, of a task. In a chat there are none. */
function useDrafts({ kind, id }: ChangesOf): Drafts | null {
  const all = useLineDrafts(id);
  return useMemo(
    () =>
      kind === "chat"
        ? null
        : {
            all,
            put: (draft: LineDraft) => lineDrafts.put(id, draft),
            remove: ({ key }: LineDraft) => lineDrafts.remove(id, key),
          },
    [kind, id, all],
  );
}

/** In a chat there is nobody to tell. */
const NO_TASK = "" as TaskId;

function useViewing(taskId: TaskId | null) {
  const { mutate } = useSetViewed(taskId ?? NO_TASK);
  const set = useCallback(
    (file: Changes["changed"][number], isViewed: boolean) =>
      mutate(
        { file, isViewed },
        {
          onError: (error) =>
            toast.error("Not marked as viewed", { description: errorMessage(error) }),
        },
      ),
    [mutate],
  );
  return taskId === null ? null : set;
}

type ToolbarProps = ListedProps & {
  isTreeShown: boolean;
  onTree: () => void;
  options: ReturnType<typeof useViewOptions>[0];
  onOptions: ReturnType<typeof useViewOptions>[1];
};

function Toolbar(props: ToolbarProps) {
  const { of, runs, scope, onScope, changes, checkpoints, lookedId, isWorking } = props;
  const looked = useLooked(props);
  const restore = useRestoring(props);
  const groups = useMemo(() => scopeGroups(checkpoints, runs), [checkpoints, runs]);
  const viewed = changes.changed.filter(({ is_viewed }) => is_viewed).length;
  return (
    <div
      data-commands="These changes"
      className="flex shrink-0 items-center gap-x-3 border-b px-3 py-1.5"
    >
      <span className="min-w-0 flex-1 @lg:w-58 @lg:flex-none">
        <ScopeSelect
          whole={of.kind === "task" ? "Whole task" : "Whole chat"}
          groups={groups}
          hasLooked={lookedId !== null}
          value={scope}
          onChange={onScope}
        />
      </span>
      <span className="@4xl:hidden">
        <Button size="small" aria-pressed={props.isTreeShown} onClick={props.onTree}>
          <FolderTree aria-hidden />
          <span className="sr-only @2xl:not-sr-only">Files</span>
          <span className="@2xl:sr-only">{changes.files.toLocaleString()}</span>
        </Button>
      </span>
      <p className="hidden items-center gap-2 text-sm whitespace-nowrap @2xl:flex">
        <span className="tabular-nums">{counted(changes.files, "file")}</span>
        <ChangeFigures additions={changes.additions} deletions={changes.deletions} />
      </p>
      {of.kind === "task" && changes.changed.length > 0 && (
        <p className="hidden text-sm whitespace-nowrap text-muted tabular-nums @3xl:block">
          {viewed.toLocaleString()} of {changes.changed.length.toLocaleString()} viewed
        </p>
      )}
      <span className="ml-auto flex shrink-0 items-center gap-1.5">
        {restore !== null && (
          <Tooltip text={restore.hint}>
            <WriteButton
              size="small"
              className="@max-2xl:hidden"
              isBlocked={isWorking}
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
            ...(restore === null || isWorking
              ? []
              : [{ label: "Restore these files", icon: History, onSelect: restore.ask }]),
          ]}
        />
      </span>
      {restore?.question}
    </div>
  );
}

function useLooked({ of, changes, lookedId }: ToolbarProps) {
  const mark = useMarkLooked(of.kind === "task" ? of.id : NO_TASK);
  const id = changes.to.checkpoint_id;
  if (of.kind !== "task" || id === null) return null;
  const isDone = id === lookedId;
  return {
    isDone,
    isBusy: mark.isPending,
    hint: isDone
      ? "You have looked at this state. What changes next is under “Since I looked”."
      : "What changes from now on is then under “Since I looked”.",
    mark: () =>
      mark.mutate(id, {
        onError: (error) => toast.error("Not noted", { description: errorMessage(error) }),
      }),
  };
}

function useRestoring({ of, scope, checkpoints, runs, isWorking, onScope }: ToolbarProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { returnFocusTo, remember } = useFocusBack();
  const checkpoint = checkpointOf(scopeOf(scope), checkpoints);
  if (of.kind !== "task" || checkpoint === null || checkpoint === checkpoints.at(-1)) return null;
  const label = checkpointLabel(checkpoint, runs);
  return {
    hint: isWorking
      ? "An agent works on these files. Stop it first, or wait until it is done."
      : `Put the files back to “${label}”`,
    ask: () => {
      remember(openMenuButton());
      setIsAsking(true);
    },
    question: isAsking && (
      <RestoreDialog
        taskId={of.id}
        checkpoint={checkpoint}
        label={label}
        onRestored={() => onScope(null)}
        onClose={() => setIsAsking(false)}
        returnFocusTo={returnFocusTo}
      />
    ),
  };
}

type NothingChangedProps = Pick<ChangesViewProps, "scope" | "onScope">;

function NothingChanged({ scope, onScope }: NothingChangedProps) {
  if (scope === null) {
    return (
      <Alone>
        <EmptyState
          icon={FileDiff}
          title="No file has changed"
          text="The files are as they were when the work began."
        />
      </Alone>
    );
  }
  return (
    <Alone>
      <EmptyState
        icon={FileDiff}
        title={
          scope === "looked" ? "Nothing has changed since you looked" : "No file has changed here"
        }
      >
        <Button onClick={() => onScope(null)}>Show all changes</Button>
      </EmptyState>
    </Alone>
  );
}

/** Something instead of a list. */
function Alone({ children }: { children: ReactNode }) {
  return <div className="min-h-0 flex-1 overflow-y-auto p-4 sm:p-5">{children}</div>;
}

function Loading() {
  return (
    <Delayed>
      <div aria-hidden className="flex min-h-0 flex-1 flex-col">
        <div className="flex gap-3 border-b px-3 py-2">
          <Skeleton className="h-7 w-58" />
          <Skeleton className="h-7 w-40" />
        </div>
        <div className="space-y-2 p-3">
          {[0, 1, 2].map((file) => (
            <div key={file} className="space-y-2">
              <Skeleton className="h-9" />
              <Skeleton className="h-40" />
            </div>
          ))}
        </div>
      </div>
    </Delayed>
  );
}
