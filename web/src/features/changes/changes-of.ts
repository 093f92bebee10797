import type { ChangePosition } from "@malamar/contract/changes.ts";
import type { ChatId, TaskId } from "@malamar/contract/ids.ts";
import { answer, answeredText, api } from "#lib/api.ts";

/** Whose files they are. */
export type ChangesOf = { kind: "task"; id: TaskId } | { kind: "chat"; id: ChatId };

/** Two states to compare. */
export type Comparison = { from: ChangePosition; to: ChangePosition };

export function listCheckpoints({ kind, id }: ChangesOf, signal: AbortSignal) {
  const init = { signal };
  return kind === "task"
    ? answer(api.tasks[":id"].checkpoints.$get({ param: { id }, query: {} }, { init }))
    : answer(api.chats[":id"].checkpoints.$get({ param: { id }, query: {} }, { init }));
}

export function listChanges({ kind, id }: ChangesOf, query: Comparison, signal: AbortSignal) {
  const init = { signal };
  return kind === "task"
    ? answer(api.tasks[":id"].changes.$get({ param: { id }, query }, { init }))
    : answer(api.chats[":id"].changes.$get({ param: { id }, query }, { init }));
}

export type PatchOptions = { context: number; ignoresSpace: boolean };

export function readPatch(
  { kind, id }: ChangesOf,
  { from, to, path, context, ignoresSpace }: Comparison & { path: string } & PatchOptions,
  signal: AbortSignal,
) {
  const init = { signal };
  const query = {
    from,
    to,
    path,
    context: String(context),
    ...(ignoresSpace && { ignore_whitespace: "1" as const }),
  };
  return answeredText(
    kind === "task"
      ? api.tasks[":id"].changes.patch.$get({ param: { id }, query }, { init })
      : api.chats[":id"].changes.patch.$get({ param: { id }, query }, { init }),
  );
}

export type StoredFile = { checkpoint: ChangePosition; path: string };

export function readText({ kind, id }: ChangesOf, query: StoredFile, signal: AbortSignal) {
  const init = { signal };
  return answeredText(
    kind === "task"
      ? api.tasks[":id"].blob.$get({ param: { id }, query }, { init })
      : api.chats[":id"].blob.$get({ param: { id }, query }, { init }),
  );
}

/** The address of a stored file, for pictures and links. */
export function fileUrl({ kind, id }: ChangesOf, { checkpoint, path }: StoredFile): string {
  return `/api/${kind}s/${id}/blob?${new URLSearchParams({ checkpoint, path }).toString()}`;
}
