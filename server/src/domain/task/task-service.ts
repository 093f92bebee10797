import { join } from "node:path";
import type { AgentId, EngineId, RunId, TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import { Labels } from "@malamar/contract/label.ts";
import { foldedLabel } from "@malamar/contract/plain/label.ts";
import type { PageQuery } from "@malamar/contract/page.ts";
import type {
  AttentionItem,
  CreateTask,
  Task,
  TaskChange,
  TaskComment,
  TaskLog,
  TaskOutcome,
  TaskQuery,
  TaskStatus,
  TaskSummary,
  UpdateTask,
} from "@malamar/contract/task.ts";
import { SYSTEM, type Actor, type User } from "#domain/actor/actor.ts";
import type { QuotaStore } from "#domain/run/quota-store.ts";
import type { RunStore } from "#domain/run/run-store.ts";
import { workingDirectoryOf } from "#domain/workspace/working-directory.ts";
import { requireWorkspace } from "#domain/workspace/workspace-service.ts";
import type { StoredWorkspace } from "#domain/workspace/workspace-store.ts";
import { workDirectoryOf } from "#domain/worktree/work-directory.ts";
import type { WorktreeStore } from "#domain/worktree/worktree-store.ts";
import { AppError, notFound } from "#lib/app-error.ts";
import { givenFields } from "#lib/given-fields.ts";
import { newId } from "#lib/id.ts";
import { pageOf, type Page } from "#lib/page.ts";
import { shortened } from "#lib/shortened.ts";
import { askedLine } from "./asked-line.ts";
import { isHumanInput } from "./human-input.ts";
import { uncounted } from "./pass-steps.ts";
import { LONGEST_IN_EVENT, nameOf, type JournalDeps, type TaskJournal } from "./task-journal.ts";
import type { TaskListStore } from "./task-list-store.ts";
import {
  afterHumanInput,
  isOpen,
  requireInProgress,
  requireInTodo,
  requireMove,
  requireNeighbour,
} from "./task-rules.ts";
import { SHOWN_TASK, type TaskRow, type TaskStore } from "./task-store.ts";

interface Deps extends JournalDeps {
  taskJournal: TaskJournal;
  taskListStore: TaskListStore;
  runStore: RunStore;
  quotaStore: QuotaStore;
  worktreeStore: Pick<WorktreeStore, "ofTask">;
  /** What people call an engine. */
  labelOf: (engine: EngineId) => string;
  isAgentOf: (workspaceId: WorkspaceId, id: AgentId) => boolean;
  /** Its files are not deleted with it. Part of the unit of work that deletes it. */
  onRemoved: (id: TaskId) => void;
  tempDir: string;
}

/** What people do with tasks, and agents through the same service. */
export function createTaskService(deps: Deps) {
  const {
    unit,
    workspaceStore,
    taskStore,
    commentStore,
    activityStore,
    taskQueueStore,
    taskListStore,
    taskOrder,
    taskJournal,
    runStore,
    quotaStore,
    clock,
  } = deps;

  return {
    list(workspaceId: WorkspaceId, query: TaskQuery): Page<TaskSummary> {
      requireWorkspace(workspaceStore, workspaceId);
      const page = pageOf(
        (window) => taskListStore.list(workspaceId, { ...query, ...window }),
        query,
      );
      const isWhole = query.before === undefined && !page.more;
      return {
        ...page,
        total: isWhole ? page.rows.length : taskListStore.count(workspaceId, query),
      };
    },

    get: (id: TaskId): Task => shown(requireTask(taskStore, id)),

    create(actor: Actor, workspaceId: WorkspaceId, input: CreateTask): Task {
      return unit((emit) => {
        const { pickup_order } = requireWorkspace(workspaceStore, workspaceId);
        const now = clock();
        const task = taskStore.insert({
          ...givenFields(input),
          id: newId(),
          workspace_id: workspaceId,
          position: taskOrder.forNew(workspaceId, pickup_order),
          created_at: now,
          updated_at: now,
        });
        taskJournal.log(actor, task, { event_type: "task_created", metadata: null });
        if (task.is_on_hold) logHold(actor, task);
        taskQueueStore.enqueue(task, now);
        emit({
          type: "task.created",
          ...nameOf(task),
          actor_type: actor.type,
          actor_name: shortened(actor.name, LONGEST_IN_EVENT),
        });
        return shown(task);
      });
    },

    /** Texts, labels, a hold, and the moves of the buttons. All or nothing. */
    update: (actor: Actor, id: TaskId, input: UpdateTask): Task =>
      shown(unit(() => update(actor, requireTask(taskStore, id), input))),

    /** Where the result of a task went that is Done: part of the unit of work that moves it. */
    settle(id: TaskId, outcome: TaskOutcome): void {
      taskStore.update({ ...requireTask(taskStore, id), outcome });
    },

    prioritize: (actor: Actor, id: TaskId, isPriority: boolean): Task =>
      shown(unit(() => prioritize(actor, requireTask(taskStore, id), isPriority))),

    /** One task of a selection. Deleting it is the caller's responsibility. */
    change(actor: Actor, id: TaskId, change: Omit<TaskChange, "is_deleted">): void {
      const { is_priority, add_labels = [], remove_labels = [], ...input } = change;
      unit(() => {
        const task = requireTask(taskStore, id);
        const removed = new Set(remove_labels.map(foldedLabel));
        const kept = (input.labels ?? task.labels).filter(
          (each) => !removed.has(foldedLabel(each)),
        );
        const labels = requireLabels([...kept, ...add_labels]);
        const changed = update(actor, task, { ...input, labels });
        if (is_priority !== undefined) prioritize(actor, changed, is_priority);
      });
    },

    /** Puts a task in Todo after another one; null means first. */
    place(_actor: Actor, id: TaskId, after: TaskId | null): Task {
      return unit((emit) => {
        const task = requireTask(taskStore, id);
        requireInTodo(task);
        if (after !== null) requireNeighbour(task, taskStore.get(after));
        const position = taskOrder.behind(task, () =>
          after === null ? null : taskStore.get(after),
        );
        const saved = taskJournal.save({ ...requireTask(taskStore, id), position });
        emit({ type: "task.updated", ...nameOf(saved) });
        return shown(saved);
      });
    },

    /** The team reads it, unless the task is Done; a person's comment also restarts the loop. */
    comment(actor: Actor, id: TaskId, content: string): TaskComment {
      return unit(() => {
        const before = requireTask(taskStore, id);
        const { status } = before;
        const comment = taskJournal.comment(actor, before, content);
        if (!isHumanInput(actor, { type: "comment", on: status })) return comment;
        beginAnew(actor, id);
        taskQueueStore.ask(id, null);
        return comment;
      });
    },

    /**
     * One agent reads it, and answers alone. On a task that is Done nobody works: there it is a
     * note.
     */
    ask(actor: User, id: TaskId, content: string, agentId: AgentId): TaskComment {
      return unit(() => {
        const before = requireTask(taskStore, id);
        requireAgentOf(before, agentId);
        if (before.status === "done") return taskJournal.note(actor, before, content);
        const { asked_next = [] } = before.loop_memory;
        const line = askedLine(taskQueueStore.asked(id), asked_next, agentId);
        const [first, ...behind] = line;
        const comment = taskJournal.ask(actor, before, content, agentId);
        const task = beginAnew(actor, id);
        taskQueueStore.ask(id, first);
        if (behind.length > 0) {
          taskStore.update({ ...task, loop_memory: { ...task.loop_memory, asked_next: behind } });
        }
        return comment;
      });
    },

    /** For agents to read on their next run; nothing starts. */
    note: (actor: User, id: TaskId, content: string): TaskComment =>
      taskJournal.note(actor, requireTask(taskStore, id), content),

    comments(id: TaskId, query: PageQuery): Page<TaskComment> {
      requireTask(taskStore, id);
      return pageOf((window) => commentStore.list(id, window), query);
    },

    logs(id: TaskId, query: PageQuery): Page<TaskLog> {
      requireTask(taskStore, id);
      return pageOf((window) => activityStore.list(id, window), query);
    },

    attention: (): AttentionItem[] =>
      taskStore.attention().map((item) => ({ ...item, detail: quotaDetail(item) ?? item.detail })),

    attentionCount: (): number => taskStore.attentionCount(),

    /** Ends the loop of a task. Its processes are the caller's responsibility. */
    cancel(actor: Actor, id: TaskId): Task {
      return unit(() => {
        const task = requireTask(taskStore, id);
        requireInProgress(task, "cancelled");
        taskJournal.log(actor, task, { event_type: "task_cancelled", metadata: null });
        taskJournal.comment(SYSTEM, task, "Task cancelled by user");
        return shown(taskJournal.move(actor, task, "in_review"));
      });
    },

    /**
     * Takes the task out of its pass, which does not count, until someone releases it. Its
     * processes are the caller's responsibility.
     */
    stop(actor: Actor, id: TaskId): Task {
      return unit(() => {
        const task = requireTask(taskStore, id);
        requireInProgress(task, "stopped");
        const { is_processing } = taskStore.live(id);
        const left = is_processing ? uncounted(task) : task;
        if (!task.is_on_hold) logHold(actor, { ...task, is_on_hold: true });
        const stopped = taskJournal.move(actor, { ...left, is_on_hold: true }, "todo");
        taskQueueStore.ensureQueued(stopped, clock());
        return shown(stopped);
      });
    },

    /**
     * Also deletes everything in it, except the transcripts: the answer names their runs. Its
     * processes must have ended.
     */
    remove: (actor: Actor, id: TaskId): RunId[] => remove(actor, requireTask(taskStore, id)),

    /**
     * A whole workspace is about to be deleted: deletes up to this many of its tasks, if it has
     * more, and returns whether it had. No event names each task: one event names the workspace.
     */
    removeSurplus(_actor: Actor, workspaceId: WorkspaceId, count: number): boolean {
      const ids = taskStore.someIds(workspaceId, count + 1);
      if (ids.length <= count) return false;
      unit(() => {
        for (const id of ids.slice(0, count)) {
          deps.onRemoved(id);
          taskStore.remove(id);
        }
      });
      return true;
    },

    idsOfDone(workspaceId: WorkspaceId): TaskId[] {
      requireWorkspace(workspaceStore, workspaceId);
      return taskStore.idsByStatus(workspaceId, "done");
    },

    /** The same for many; tasks that someone has moved out of Done by now stay. */
    removeDone(actor: Actor, ids: readonly TaskId[]): { count: number; runIds: RunId[] } {
      return unit(() => {
        const done = ids
          .flatMap((id) => taskStore.get(id) ?? [])
          .filter(({ status }) => status === "done");
        return { count: done.length, runIds: done.flatMap((task) => remove(actor, task)) };
      });
    },
  };

  function remove(actor: Actor, task: TaskRow): RunId[] {
    return unit((emit) => {
      const runIds = runStore.idsOfTask(task.id);
      deps.onRemoved(task.id);
      taskStore.remove(task.id);
      // A workspace that nobody touched keeps its place in the list.
      if (actor.type !== "system") workspaceStore.touch(task.workspace_id, clock());
      emit({ type: "task.deleted", ...nameOf(task), status: task.status });
      return runIds;
    });
  }

  function shown(task: TaskRow): Task {
    const workspace = requireWorkspace(workspaceStore, task.workspace_id);
    return {
      ...SHOWN_TASK.pick(task),
      ...taskStore.live(task.id),
      working_directory: workingDirectoryOf(workspace, ownDirectory(workspace, task.id)),
      spend: runStore.spend(task.id, null),
      guarded_spend: runStore.spend(task.id, task.human_input_at),
    };
  }

  /** In mode git, null until the worktree is made. */
  function ownDirectory({ working_directory_mode }: StoredWorkspace, id: TaskId): string | null {
    if (working_directory_mode !== "git") return taskDirectory(deps.tempDir, id);
    const worktree = deps.worktreeStore.ofTask(id);
    return worktree && workDirectoryOf(worktree);
  }

  /** What the card says, such as "Claude Code quota, resumes at …". */
  function quotaDetail({ reason, wait_cli, retry_at }: AttentionItem): string | null {
    if (reason !== "quota" || !wait_cli) return null;
    return `${deps.labelOf(wait_cli)} quota, resumes at ${retry_at}`;
  }

  function update(
    actor: Actor,
    task: TaskRow,
    { status, is_on_hold, ...texts }: UpdateTask,
  ): TaskRow {
    const edited = edit(actor, task, texts);
    if (status !== undefined) requireMove(edited.status, status);
    const moved = status === undefined ? edited : move(actor, edited, status);
    return is_on_hold === undefined ? moved : setHold(actor, moved, is_on_hold);
  }

  function edit(
    actor: Actor,
    task: TaskRow,
    texts: Omit<UpdateTask, "status" | "is_on_hold">,
  ): TaskRow {
    const edited = { ...task, ...givenFields(texts) };
    if (Bun.deepEquals(edited, task, true)) return task;
    return unit((emit) => {
      taskJournal.log(actor, task, { event_type: "task_edited", metadata: null });
      const saved = taskJournal.save(edited);
      emit({ type: "task.updated", ...nameOf(saved) });
      return saved;
    });
  }

  /** Moving to Todo returns it to the whole team. */
  function move(actor: Actor, task: TaskRow, to: TaskStatus): TaskRow {
    if (task.status === to) return task;
    const begun = isHumanInput(actor, { type: "move", to }) ? saveHumanInput(task) : task;
    const moved = taskJournal.move(actor, begun, to);
    if (to !== "todo") return moved;
    taskQueueStore.enqueue(moved, clock());
    taskQueueStore.ask(moved.id, null);
    return moved;
  }

  /** A person has said something to whoever works on it. */
  function beginAnew(actor: Actor, id: TaskId): TaskRow {
    const task = requireTask(taskStore, id);
    return task.status === "in_review" ? move(actor, task, "todo") : saveHumanInput(task);
  }

  function requireAgentOf({ workspace_id }: TaskRow, id: AgentId): void {
    if (deps.isAgentOf(workspace_id, id)) return;
    throw new AppError("VALIDATION_ERROR", "asks_agent_id: must be an agent of this workspace");
  }

  function saveHumanInput(task: TaskRow): TaskRow {
    return unit((emit) => {
      // A person who asks for it wants it tried, whatever the CLI said about its limit.
      if (task.wait_reason === "quota" && task.wait_cli) quotaStore.release(task.wait_cli);
      const saved = taskJournal.save(afterHumanInput(task, clock()));
      emit({ type: "task.updated", ...nameOf(saved) });
      return saved;
    });
  }

  /** An active run continues; a released task is queued, even if it never was. */
  function setHold(actor: Actor, task: TaskRow, isOnHold: boolean): TaskRow {
    if (task.is_on_hold === isOnHold) return task;
    if (task.status === "done") {
      throw new AppError("CONFLICT", "A task in Done cannot be put on hold. Nobody works on it.");
    }
    return unit((emit) => {
      const saved = taskJournal.save({ ...task, is_on_hold: isOnHold });
      logHold(actor, saved);
      if (!isOnHold && isOpen(saved.status) && !taskQueueStore.hasOpen(saved.id)) {
        taskQueueStore.enqueue(saved, clock());
      }
      emit({ type: "task.updated", ...nameOf(saved) });
      return saved;
    });
  }

  function logHold(actor: Actor, task: TaskRow): void {
    const event_type = task.is_on_hold ? "task_held" : "task_released";
    taskJournal.log(actor, task, { event_type, metadata: null });
  }

  function prioritize(actor: Actor, task: TaskRow, isPriority: boolean): TaskRow {
    if (task.is_priority === isPriority) return task;
    if (isPriority && !isOpen(task.status)) {
      throw new AppError(
        "CONFLICT",
        "Only a task in Todo or In Progress can be prioritized. Move it to Todo first.",
      );
    }
    const earlier = isPriority ? taskStore.prioritized(task.workspace_id) : null;
    if (earlier) setPriority(actor, requireTask(taskStore, earlier), false);
    return setPriority(actor, task, isPriority);
  }

  function setPriority(actor: Actor, task: TaskRow, isPriority: boolean): TaskRow {
    return unit((emit) => {
      const event_type = isPriority ? "task_prioritized" : "task_deprioritized";
      taskJournal.log(actor, task, { event_type, metadata: null });
      const saved = taskJournal.save({ ...task, is_priority: isPriority });
      emit({ type: "task.updated", ...nameOf(saved) });
      return saved;
    });
  }
}

export type TaskService = ReturnType<typeof createTaskService>;

/** The task's own directory, for a workspace that has none. */
export function taskDirectory(tempDir: string, id: TaskId): string {
  return join(tempDir, `malamar_task_${id}`);
}

export function requireTask(taskStore: TaskStore, id: TaskId): TaskRow {
  const task = taskStore.get(id);
  if (!task) throw notFound("Task");
  return task;
}

function requireLabels(labels: readonly string[]): string[] {
  const checked = Labels.safeParse(labels);
  if (checked.success) return checked.data;
  throw new AppError("VALIDATION_ERROR", `labels: ${checked.error.issues[0]!.message}`);
}
