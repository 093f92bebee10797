import type { Agent } from "@malamar/contract/agent.ts";
import type { CliHealth } from "@malamar/contract/cli.ts";
import type { TaskLog } from "@malamar/contract/task.ts";
import { until } from "./until.ts";

/** What these tests read; everything else is in the contract. */
export interface Task {
  id: string;
  workspace_id: string;
  summary: string;
  status: "todo" | "in_progress" | "in_review" | "done";
  is_priority: boolean;
  wait_reason: "backoff" | "quota" | "engine" | null;
  wait_cli: string | null;
  retry_at: string | null;
  current_run_id: string | null;
  working_directory: string;
}

export interface Comment {
  id: string;
  author_name: string;
  content: string;
  is_note: boolean;
  deleted_at: string | null;
}

export interface Run {
  id: string;
  agent_name: string;
  status: "running" | "succeeded" | "failed" | "cancelled" | "lost";
  failure_kind: string | null;
  exit_code: number | null;
  cli_session_id: string | null;
  input_tokens: number | null;
  output_tokens: number | null;
  cached_tokens: number | null;
  cost_usd: number | null;
  is_estimated: boolean;
  started_at: string;
  finished_at: string | null;
}

export interface TranscriptEvent {
  seq: number;
  at: string;
  type: string;
  text?: string;
  pid?: number;
  status?: Run["status"];
  /** Of a tool. */
  name?: string;
  input?: unknown;
  output?: string;
  is_error?: boolean;
  /** Of a file. */
  path?: string;
  kind?: string;
  /** Of a report of usage. */
  input_tokens?: number | null;
  output_tokens?: number | null;
  is_estimated?: boolean;
  /** A line that no engine understood. */
  line?: string;
}

interface NewAgent {
  name: string;
  cli_type: string;
  instruction: string;
  model?: string | null;
}

/** An agent that follows a script, one step per line. */
export function demoAgent(name: string, ...script: string[]): NewAgent {
  const instruction = ["You follow a script.", "", "```demo", ...script, "```"].join("\n");
  return { name, cli_type: "demo", instruction };
}

/** The server answered, but not with success. */
export class RefusedError extends Error {}

/** What a person does with a board, over HTTP. */
export function createBoard(url: string) {
  const get = <Found>(path: string) => request<Found>(url, "GET", path);
  const post = <Made>(path: string, body?: object) => request<Made>(url, "POST", path, body);

  const task = (id: string) => get<Task>(`/api/tasks/${id}`);
  const runs = (taskId: string) => get<Run[]>(`/api/tasks/${taskId}/runs`);
  const transcript = (runId: string) => get<TranscriptEvent[]>(`/api/runs/${runId}/transcript`);

  return {
    task,
    runs,
    transcript,
    workspaces: () => get<{ id: string; title: string }[]>("/api/workspaces"),
    tasks: (workspaceId: string) => get<Task[]>(`/api/workspaces/${workspaceId}/tasks`),
    /** In pickup order. */
    todo: (workspaceId: string) => get<Task[]>(`/api/workspaces/${workspaceId}/tasks?status=todo`),
    agents: (workspaceId: string) => get<Agent[]>(`/api/workspaces/${workspaceId}/agents`),
    logs: (taskId: string) => get<TaskLog[]>(`/api/tasks/${taskId}/logs`),
    comments: (taskId: string) => get<Comment[]>(`/api/tasks/${taskId}/comments`),

    /** A workspace with these agents. */
    async createTeam(agents: readonly NewAgent[], settings: object = {}): Promise<string> {
      const { id } = await post<{ id: string }>("/api/workspaces", { title: "Team", ...settings });
      for (const agent of agents) await post(`/api/workspaces/${id}/agents`, agent);
      return id;
    },

    createTask: (workspaceId: string, summary: string) =>
      post<Task>(`/api/workspaces/${workspaceId}/tasks`, { summary }),
    comment: (taskId: string, content: string) =>
      post<Comment>(`/api/tasks/${taskId}/comments`, { content }),
    note: (taskId: string, content: string) =>
      post<Comment>(`/api/tasks/${taskId}/comments`, { content, is_note: true }),
    editComment: (id: string, content: string) =>
      request<Comment>(url, "PUT", `/api/comments/${id}`, { content }),
    deleteComment: (id: string) => request(url, "DELETE", `/api/comments/${id}`),
    changeTask: (id: string, change: object) =>
      request<Task>(url, "PUT", `/api/tasks/${id}`, change),
    moveToDone: (id: string) => request<Task>(url, "PUT", `/api/tasks/${id}`, { status: "done" }),
    changeSettings: (settings: object) => request(url, "PUT", "/api/settings", settings),
    checkClis: (how: object) => post<CliHealth[]>("/api/health/cli/refresh", how),
    cancelTask: (id: string) => post<Task>(`/api/tasks/${id}/cancel`),
    deleteTask: (id: string) => request(url, "DELETE", `/api/tasks/${id}`),
    deleteWorkspace: (id: string) => request(url, "DELETE", `/api/workspaces/${id}`),

    reachesReview: (id: string) =>
      until(
        async () => (await task(id)).status === "in_review",
        `the task is In Review at ${url}/api/tasks/${id}`,
      ),

    /** The active run, once its agent has said this. */
    async runThatSays(taskId: string, text: string): Promise<Run> {
      return await until(async () => {
        const run = (await runs(taskId)).find(({ status }) => status === "running");
        const events = run ? await transcript(run.id) : [];
        return events.some((event) => event.text === text) ? run : null;
      }, `an agent says "${text}"`);
    },
  };
}

export type Board = ReturnType<typeof createBoard>;

/** A cancel and a delete take time, but a server that hangs must not hang a test. */
const ANSWER_MS = 60_000;

/** Also throws when the answer does not arrive in full: then nobody knows whether it was done. */
export async function request<Answer>(
  url: string,
  method: string,
  path: string,
  body?: object,
): Promise<Answer> {
  const response = await fetch(url + path, {
    method,
    // Tests that count a server's connections must not find ours.
    keepalive: false,
    signal: AbortSignal.timeout(ANSWER_MS),
    ...(body && {
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  });
  const text = await response.text();
  if (!response.ok) throw new RefusedError(`${method} ${path}: ${response.status} ${text}`);
  // Our own server's answers follow the contract; a delete has no body.
  return (text === "" ? undefined : JSON.parse(text)) as Answer;
}
