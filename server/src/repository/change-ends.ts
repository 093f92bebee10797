import type { ChangePosition, Changes } from "@malamar/contract/changes.ts";
import type { CheckpointId } from "@malamar/contract/ids.ts";
import { requireChat } from "#domain/chat/chat-service.ts";
import type { ChatStore } from "#domain/chat/chat-store.ts";
import type {
  CheckpointPlace,
  CheckpointRow,
  CheckpointStore,
} from "#domain/checkpoint/checkpoint-store.ts";
import { requireTask } from "#domain/task/task-service.ts";
import type { TaskStore } from "#domain/task/task-store.ts";
import type { WorktreeStore } from "#domain/worktree/worktree-store.ts";
import type { Git } from "#git/git.ts";
import { AppError, notFound } from "#lib/app-error.ts";
import { askRepository } from "./repository-trouble.ts";

type ChangeEnd = Changes["from"];

/** A state of the files that git still has. */
export interface StoredState extends ChangeEnd {
  /** The directory that the repository's worktrees share. */
  repository: string;
  commit_id: string;
}

interface Deps {
  git: Git;
  checkpointStore: Pick<CheckpointStore, "get" | "first" | "last">;
  worktreeStore: Pick<WorktreeStore, "get">;
  taskStore: TaskStore;
  chatStore: ChatStore;
}

/** Resolves base, looked, now, or the id of a checkpoint; nothing else reaches git. */
export function createChangeEnds(deps: Deps) {
  const { git, checkpointStore, worktreeStore, taskStore, chatStore } = deps;

  async function find(place: CheckpointPlace, position: ChangePosition): Promise<StoredState> {
    requirePlace(place);
    const last = checkpointStore.last(place);
    if (!last) throw new AppError("CONFLICT", NOTHING_YET);
    switch (position) {
      case "base":
        return baseOf(place, last);
      case "now":
        return stateOf(last);
      case "looked": {
        const looked = lookedOf(place);
        return looked ? stateOf(looked) : baseOf(place, last);
      }
      default:
        return stateOf(requireCheckpoint(place, position));
    }
  }

  function requirePlace(place: CheckpointPlace): void {
    if ("task_id" in place) requireTask(taskStore, place.task_id);
    else requireChat(chatStore, place.chat_id);
  }

  /** Only checkpoints of this very task or chat: an id gives no access to others. */
  function requireCheckpoint(place: CheckpointPlace, id: CheckpointId): CheckpointRow {
    const found = checkpointStore.get(id);
    if (!found || !isOf(place, found)) throw notFound("Checkpoint");
    return found;
  }

  function stateOf(checkpoint: CheckpointRow): StoredState {
    const { id, tree_id, commit_id } = checkpoint;
    return { checkpoint_id: id, tree_id, commit_id, repository: repositoryOf(checkpoint) };
  }

  /** The repository may have moved since; its worktrees know where it is. */
  function repositoryOf({ worktree_id, repository }: CheckpointRow): string {
    return (worktree_id && worktreeStore.get(worktree_id)?.repository) || repository;
  }

  /** Null until a person has looked, or if the state they saw is gone. */
  function lookedOf(place: CheckpointPlace): CheckpointRow | null {
    const id = "task_id" in place ? taskStore.get(place.task_id)?.looked_checkpoint_id : null;
    const found = id ? checkpointStore.get(id) : null;
    return found && isOf(place, found) ? found : null;
  }

  /** What the worktree started from; in a person's own checkout, the first state we stored. */
  async function baseOf(place: CheckpointPlace, last: CheckpointRow): Promise<StoredState> {
    const worktree = last.worktree_id && worktreeStore.get(last.worktree_id);
    if (!worktree) return stateOf(checkpointStore.first(place) ?? last);
    const { repository, base_commit } = worktree;
    const tree = await askRepository(repository, () =>
      git.run({
        at: repository,
        args: ["rev-parse", "--verify", "--end-of-options", `${base_commit}^{tree}`],
        effort: "read",
      }),
    );
    return { checkpoint_id: null, tree_id: tree.trim(), commit_id: base_commit, repository };
  }

  return {
    find,
    requireCheckpoint,
    repositoryOf,

    /** Both ends of a comparison. */
    async both(
      place: CheckpointPlace,
      { from, to }: { from: ChangePosition; to: ChangePosition },
    ): Promise<[StoredState, StoredState]> {
      const [first, second] = [await find(place, from), await find(place, to)];
      if (first.repository === second.repository) return [first, second];
      throw new AppError("CONFLICT", "These two states are in different repositories.");
    },
  };
}

export type ChangeEnds = ReturnType<typeof createChangeEnds>;

const NOTHING_YET =
  "There is no checkpoint yet: nobody has worked here, or the files are not in a repository.";

function isOf(place: CheckpointPlace, { task_id, chat_id }: CheckpointRow): boolean {
  return "task_id" in place ? task_id === place.task_id : chat_id === place.chat_id;
}
