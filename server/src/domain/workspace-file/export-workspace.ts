import type { WorkspaceId } from "@malamar/contract/ids.ts";
import { WORKSPACE_FILE } from "@malamar/contract/workspace-file.ts";
import { notFound } from "#lib/app-error.ts";
import { jsonChunks } from "#lib/json-chunks.ts";
import { IN_FILE } from "./columns-in-file.ts";
import type { WorkspaceExportStore } from "./workspace-export-store.ts";

export interface WorkspaceExport {
  title: string;
  /** The file, piece by piece. */
  chunks: Generator<string>;
  /** Must always be called: while it is open, the database keeps this snapshot. */
  close: () => void;
}

/** A workspace as a file. Rows are read as they are written, so its size does not matter. */
export function exportWorkspace(
  store: WorkspaceExportStore,
  id: WorkspaceId,
  exportedAt: string,
): WorkspaceExport {
  const found = store.workspace(id);
  if (!found) {
    store.close();
    throw notFound("Workspace");
  }
  const file = {
    ...WORKSPACE_FILE,
    exported_at: exportedAt,
    workspace: IN_FILE.workspace.pick(found),
    agents: store.agents(id).map((agent) => IN_FILE.agent.pick(agent)),
    tasks: tasksOf(store, id),
    chats: chatsOf(store, id),
  };
  return { title: found.title, chunks: jsonChunks(file), close: store.close };
}

function* tasksOf(store: WorkspaceExportStore, id: WorkspaceId) {
  for (const task of store.tasks(id)) {
    // In a file, no task is in progress.
    const status = task.status === "in_progress" ? "todo" : task.status;
    yield { ...task, status, comments: store.comments(task.id), logs: store.logs(task.id) };
  }
}

function* chatsOf(store: WorkspaceExportStore, id: WorkspaceId) {
  for (const { id: chatId, ...chat } of store.chats(id)) {
    yield { ...chat, messages: store.messages(chatId) };
  }
}

/**
 * A readable file name: the letters and digits of the title, and nothing that is special to a
 * system.
 */
export function exportName(title: string): string {
  const words = title.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  // Most file systems allow 255 bytes, and a letter can have four.
  const slug = /^.{0,40}/u.exec(words.join("-"))![0].replace(/-$/, "");
  return `malamar-${slug || "workspace"}`;
}
