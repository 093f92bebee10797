import type { ChatId, TaskId } from "@malamar/contract/ids.ts";

/** Apart from the queries: every page hears of changes, and few show them. */
export const changesKeys = {
  ofTask: (id: TaskId) => ["changes", "task", id] as const,
  /** Compared with what a person has looked at. */
  sinceLooked: (id: TaskId) => [...changesKeys.ofTask(id), "list", "looked"] as const,
  ofChat: (id: ChatId) => ["changes", "chat", id] as const,
};
