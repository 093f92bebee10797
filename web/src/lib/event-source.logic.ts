import type { ServerEvent, StreamEvent } from "@malamar/contract/event.ts";
import { isText, listOf, shape, type Check } from "./shape.logic.ts";

export type Frame = ServerEvent | StreamEvent;

/** A raw frame. Tabs pass these on, because another version may understand more of it. */
export type RawFrame = { type: string; data: string };

const workspace = { workspace_id: isText, workspace_title: isText };
const agent = { workspace_id: isText, agent_id: isText, agent_name: isText };
const task = { workspace_id: isText, task_id: isText, task_summary: isText };
const comment = { ...task, comment_id: isText };
const execution = { ...task, agent_name: isText, run_id: isText };
const chat = { workspace_id: isText, chat_id: isText, chat_title: isText };
const processing = { ...chat, agent_name: isText, run_id: isText };

type FrameOf<T extends Frame["type"]> = Extract<Frame, { type: T }>;
type Said = { [T in Frame["type"]]: { [Field in keyof FrameOf<T>]?: Check<unknown> } };

/** What the page cannot do without. A frame of the contract without a row here does not compile. */
const SAID: Said = {
  "workspace.created": workspace,
  "workspace.updated": workspace,
  "workspace.deleted": workspace,
  "agent.created": agent,
  "agent.updated": agent,
  "agent.deleted": agent,
  "agent.reordered": { workspace_id: isText },
  "task.created": { ...task, actor_type: isText, actor_name: isText },
  "task.updated": task,
  "task.deleted": { ...task, status: isText },
  "task.status_changed": { ...task, old_status: isText, new_status: isText },
  "task.comment_added": { ...task, author_name: isText },
  "task.comment_updated": comment,
  "task.comment_deleted": comment,
  "task.changes_updated": task,
  "task.error_occurred": { ...task, error_message: isText },
  "agent.execution_started": execution,
  "agent.execution_finished": execution,
  "chat.created": chat,
  "chat.updated": chat,
  "chat.deleted": chat,
  "chat.message_added": { ...chat, author_type: isText },
  "chat.processing_started": processing,
  "chat.processing_finished": processing,
  "worktree.updated": { workspace_id: isText, worktree_id: isText },
  "chat.changes_updated": chat,
  "settings.updated": {},
  "cli.health_changed": { clis: listOf(shape({ cli_type: isText, status: isText })) },
  "database.changed": {},
  hello: { version: isText, boot_id: isText },
  resync: {},
  "run.transcript": { run_id: isText },
};

/** The names an EventSource must be told to listen for. */
export const FRAME_TYPES: readonly string[] = Object.keys(SAID);

/** Long enough to hide a quick server restart, short enough to warn before the next click. */
export const OFFLINE_AFTER_MS = 1_500;

const FIRST_RETRY_MS = 1_000;
const SLOWEST_RETRY_MS = 10_000;

/** The state of one connection. */
export type Link = {
  phase: "connecting" | "open" | "waiting";
  /** Consecutive attempts that failed before the server's hello. */
  failures: number;
  /** The id to resume after. Null before the first event with an id. */
  lastId: string | null;
};

export type Happening = { type: "connect" } | { type: "frame"; id: string } | { type: "failed" };

export function newLink(lastId: string | null): Link {
  return { phase: "waiting", failures: 0, lastId };
}

export function nextLink(link: Link, happening: Happening): Link {
  switch (happening.type) {
    case "connect":
      return { ...link, phase: "connecting" };
    case "frame":
      return {
        ...link,
        phase: "open",
        failures: 0,
        lastId: happening.id === "" ? link.lastId : happening.id,
      };
    case "failed":
      return { ...link, phase: "waiting", failures: link.failures + 1 };
    default:
      return happening satisfies never;
  }
}

/** 1 s, 2 s, 4 s, 8 s, then every 10 s. */
export function retryDelay(failures: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** Math.max(failures - 1, 0), SLOWEST_RETRY_MS);
}

export function eventsUrl(lastId: string | null, runs: readonly string[]): string {
  const query = new URLSearchParams();
  if (lastId !== null) query.set("last_event_id", lastId);
  if (runs.length > 0) query.set("runs", runs.join(","));
  return query.size === 0 ? "/api/events" : `/api/events?${query.toString()}`;
}

/** Several tabs, or a page that switches runs, change their runs in quick succession. */
const GATHER_MS = 50;

/** Watching a run a while longer does no harm, and users often come back to it. */
const FORGET_MS = 10_000;

/** The delay before the stream is replaced by one with the wanted runs. Null if it can stay. */
export function changeDelay(watched: readonly string[], wanted: readonly string[]): number | null {
  if (!wanted.every((run) => watched.includes(run))) return GATHER_MS;
  return watched.length > wanted.length ? FORGET_MS : null;
}

/** On the wire, the type is the event's name and the rest its data. */
export function parseFrame({ type, data }: RawFrame): Frame {
  const fields = parseJson(data);
  // Something happened that this page cannot read, so it must refetch everything.
  if (!isFrameType(type) || !shape(SAID[type])(fields)) return { type: "resync" };
  // Our own server wrote it, by its contract.
  return { ...fields, type } as Frame;
}

function isFrameType(type: string): type is Frame["type"] {
  return Object.hasOwn(SAID, type);
}

function parseJson(data: string): object {
  try {
    const value: unknown = JSON.parse(data);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}
