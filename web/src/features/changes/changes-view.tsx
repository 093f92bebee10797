import type { Changes } from "@malamar/contract/changes.ts";
import type { Checkpoint } from "@malamar/contract/checkpoint.ts";
import type { CheckpointId, TaskId } from "@malamar/contract/ids.ts";
import type { Run } from "@malamar/contract/run.ts";
import { FileDiff, History } from "lucide-react";
import {
  useCallback,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type ComponentProps,
  type ReactNode,
} from "react";
import { EmptyState } from "#components/empty-state.tsx";
import { ErrorState } from "#components/error-state.tsx";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#lib/cn.ts";
import { errorMessage } from "#lib/error-details.logic.ts";
import { toast } from "#lib/toast.ts";
import { ChangesNotices } from "./changes-notices.tsx";
import type { ChangesOf, Comparison } from "./changes-of.ts";
import { ChangesSkeleton } from "./changes-skeleton.tsx";
import { ChangesToolbar } from "./changes-toolbar.tsx";
import { DiffList, type ListHandle } from "./diff-list.tsx";
import { FileTree } from "./file-tree.tsx";
import type { PlacedDraft } from "./items.logic.ts";
import { NO_TASK, useSetViewed } from "./mutations.ts";
import { useChanges, useCheckpoints } from "./queries.ts";
import { ReviewBar } from "./review-bar.tsx";
import { comparisonOf, scopeOf } from "./scope.logic.ts";
import { useDrafts } from "./use-drafts.ts";
import { useViewOptions, type ViewOptions } from "./view-options.ts";

/** What only a task has. */
export type TaskState = {
  id: TaskId;
  /** What a person has looked at. */
  lookedId: CheckpointId | null;
  /** An agent works on its files right now. */
  isWorking: boolean;
  isDone: boolean;
  /** A person's own folder, if that is where it works. */
  ownFolder: string | null;
  /** Why its newest changes may not be stored. */
  problem: string | null;
};

type ChangesViewProps = {
  of: ChangesOf;
  /** Null in a chat. */
  task: TaskState | null;
  runs: readonly Run[];
  /** In the address. Null: everything. */
  scope: string | null;
  onScope: (name: string | null) => void;
};

/** What changed, file by file, and the way to say something about it. */
export function ChangesView(props: ChangesViewProps) {
  const { of, scope, onScope } = props;
  const checkpoints = useCheckpoints(of, true);
  const known = checkpoints.data ?? NONE;
  const comparison = comparisonOf(scopeOf(scope), known);
  const retry = () => void checkpoints.refetch();
  if (comparison !== null) {
    const trouble = checkpoints.error && { error: checkpoints.error, onRetry: retry };
    return (
      <Compared {...props} checkpoints={known} comparison={comparison} noCheckpoints={trouble} />
    );
  }
  if (checkpoints.error !== null) {
    return (
      <Alone>
        <ErrorState
          title="The checkpoints could not be loaded"
          error={checkpoints.error}
          onRetry={retry}
        />
      </Alone>
    );
  }
  if (checkpoints.data === undefined) return <ChangesSkeleton />;
  return (
    <Alone>
      <EmptyState
        icon={History}
        title="Checkpoint not found"
        text="It may belong to another task, or its repository is gone."
      >
        <Button onClick={() => onScope(null)}>Show all changes</Button>
      </EmptyState>
    </Alone>
  );
}

const NONE: readonly Checkpoint[] = [];

type ComparedProps = ChangesViewProps & {
  checkpoints: readonly Checkpoint[];
  comparison: Comparison;
  /** They could not be loaded. */
  noCheckpoints: { error: Error; onRetry: () => void } | null;
};

function Compared(props: ComparedProps) {
  const { of, task, comparison, checkpoints } = props;
  const { data, error, refetch, isPlaceholderData } = useChanges(of, comparison);
  const [isTreeShown, setIsTreeShown] = useState(false);
  const [options, setOptions] = useViewOptions();
  if (data === undefined && error === null) return <ChangesSkeleton />;
  return (
    <div
      data-slot="changes"
      aria-busy={isPlaceholderData}
      className="group/changes @container flex min-h-0 min-w-0 flex-1 flex-col"
    >
      <ChangesToolbar
        {...props}
        changes={data}
        isOld={isPlaceholderData}
        isTreeShown={isTreeShown}
        onTree={() => setIsTreeShown(!isTreeShown)}
        options={options}
        onOptions={setOptions}
      />
      <ChangesNotices
        changes={data}
        error={error}
        noCheckpoints={props.noCheckpoints}
        problem={task?.problem ?? null}
        checkpoint={checkpoints.find(({ id }) => id === data?.to.checkpoint_id)}
      />
      {data === undefined ? (
        <Alone>
          <ErrorState
            title="The changes could not be loaded"
            error={error}
            onRetry={() => void refetch()}
          />
        </Alone>
      ) : (
        <Listed
          {...props}
          changes={data}
          isOld={isPlaceholderData}
          options={options}
          isTreeShown={isTreeShown}
          onTreeLeft={() => setIsTreeShown(false)}
        />
      )}
    </div>
  );
}

type ListedProps = ComparedProps & {
  changes: Changes;
  /** Of the comparison before, until this one is there. */
  isOld: boolean;
  options: ViewOptions;
  isTreeShown: boolean;
  onTreeLeft: () => void;
};

function Listed(props: ListedProps) {
  const { of, task, changes, isOld, options, scope, onScope, isTreeShown } = props;
  const [top] = useState(createTopFile);
  const [placed, setPlaced] = useState<readonly PlacedDraft[]>([]);
  const listRef = useRef<ListHandle>(null);
  const drafts = useDrafts(of);
  const setViewed = useViewing(task?.id ?? null);
  const { from, to, changed } = changes;
  // Of the very states that are listed: what is newest may be another one by now.
  const comparison = useMemo<Comparison>(
    () => ({ from: from.checkpoint_id ?? "base", to: to.checkpoint_id ?? "now" }),
    [from.checkpoint_id, to.checkpoint_id],
  );
  const paths = useMemo(() => new Set(changed.map(({ path }) => path)), [changed]);
  // What is not among some of the changes may be among all of them.
  const lost = scopeOf(scope).kind === "whole" && !isOld ? "outdated" : "elsewhere";

  const choose = (path: string) => {
    props.onTreeLeft();
    // On a narrow page the list is there only now.
    requestAnimationFrame(() => listRef.current?.goTo(path));
  };

  return (
    <>
      {changed.length === 0 ? (
        <NothingChanged scope={scope} onScope={onScope} />
      ) : (
        <div className={cn("flex min-h-0 flex-1", isOld && "opacity-60")}>
          <nav
            aria-label="Go to a file"
            className={cn(
              "flex w-full min-w-0 shrink-0 flex-col @4xl:w-64 @4xl:border-r",
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
              lost={lost}
              onSetViewed={setViewed}
              onTop={top.set}
              onPlaced={setPlaced}
              handle={listRef}
            />
          </div>
        </div>
      )}
      {task !== null && drafts !== null && to.checkpoint_id !== null && (
        <ReviewBar
          taskId={task.id}
          isDone={task.isDone}
          placed={changed.length === 0 ? drafts.all.map((draft) => ({ draft, at: lost })) : placed}
          paths={paths}
          drafts={drafts}
          from={comparison.from}
          checkpointId={to.checkpoint_id}
          onShowAll={() => onScope(null)}
          onFocusLost={() => listRef.current?.focus()}
        />
      )}
    </>
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

type NothingChangedProps = Pick<ChangesViewProps, "scope" | "onScope">;

function NothingChanged({ scope, onScope }: NothingChangedProps) {
  if (scope === null) {
    return (
      <Alone>
        <EmptyState
          icon={FileDiff}
          title="No files changed"
          text="The files are as they were when the work began."
        />
      </Alone>
    );
  }
  return (
    <Alone>
      <EmptyState
        icon={FileDiff}
        title={scope === "looked" ? "Nothing changed since you looked" : "No files changed here"}
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
