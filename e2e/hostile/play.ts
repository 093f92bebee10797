import { demoAgent } from "../support/board.ts";
import { until } from "../support/until.ts";
import { hostileAnswer, scriptFor, type HostileAnswer } from "./answers.ts";
import type { Cast } from "./cast.ts";
import type { Client } from "./client.ts";
import { mismatch } from "./conforms.ts";
import { createDice } from "./dice.ts";
import { routesOf, type ApiDocument } from "./routes.ts";
import { SECRET_MARK } from "./sound-values.ts";

interface Row {
  id: string;
}

/** Tight, so that every change an agent makes for itself is one too many. */
const GUARDS = {
  max_passes: 3,
  max_cost_usd: 1,
  max_tokens: 1000,
  run_timeout_minutes: 5,
  idle_timeout_minutes: 5,
};

/** Everything that an agent other than Malamar's own may do in a chat. */
const FOR_EVERYONE = ["rename_chat", "create_task"];

/** A few passes of at most a thousand each, and the system's comments. */
const MOST_COMMENTS = 3100;

/** A long time for a run of the Demo CLI, even on a busy machine. */
const ANSWER_MS = 60_000;

/**
 * A workspace in which agents give hostile answers, and another one that must stay untouched. The
 * effects of an answer are compared with what agents may do.
 */
export async function createPlay(client: Client) {
  await client.put("/api/settings", {
    mailgun_api_key: `${SECRET_MARK}-key`,
    webhook_secret: `${SECRET_MARK}-hook`,
    cli_settings: { claude: { env_vars: { ANTHROPIC_API_KEY: `${SECRET_MARK}-env` } } },
  });
  const routes = routesOf(await client.get<ApiDocument>("/api/openapi.json"));
  const fortress = await createTeam("Fortress");
  const arena = await createTeam("Arena");
  const settings = await client.get<object>("/api/settings");
  const workspaces = await workspaceIds();
  const untouched = await exported(fortress.ids.workspaces[0]!);

  return {
    /** Has an agent give one answer, and returns what is wrong with its effects. */
    async perform(
      seed: number,
      index: number,
    ): Promise<{ answer: HostileAnswer; problems: string[] }> {
      const team = await currentCast(arena);
      const answer = hostileAnswer(team, fortress, createDice(seed, index));
      await client.put(`/api/workspaces/${arena.ids.workspaces[0]}`, {
        ...GUARDS,
        working_directory_mode: "temp",
        working_directory_path: null,
      });
      const problems =
        answer.speaker === "an agent on a task"
          ? await playTask(answer)
          : await playChat(answer, team);
      return { answer, problems: [...problems, ...(await damages())] };
    },
  };

  async function createTeam(title: string): Promise<Cast> {
    const workspace = await client.post<Row>("/api/workspaces", { title, ...GUARDS });
    const path = `/api/workspaces/${workspace.id}`;
    const agents = [];
    for (const name of ["First", "Second"]) {
      agents.push(await client.post<Row>(`${path}/agents`, demoAgent(name, "skip")));
    }
    const task = await client.post<Row>(`${path}/tasks`, { summary: "Guard the gate" });
    const note = { content: "Nobody passes.", is_note: true };
    const comment = await client.post<Row>(`/api/tasks/${task.id}/comments`, note);
    const chat = await client.post<Row>(`${path}/chats`, { title: "Talk" });
    const runs = await until(
      async () => {
        const { status } = await client.get<{ status: string }>(`/api/tasks/${task.id}`);
        return status === "in_review" ? client.get<Row[]>(`/api/tasks/${task.id}/runs`) : null;
      },
      "the team has worked",
      ANSWER_MS,
    );
    return {
      ids: {
        workspaces: [workspace.id],
        agents: agents.map(({ id }) => id),
        tasks: [task.id],
        comments: [comment.id],
        chats: [chat.id],
        runs: runs.map(({ id }) => id),
      },
      deleted: [task.id],
      file: {},
    };
  }

  /** The agents as the previous answers left them. */
  async function currentCast(cast: Cast): Promise<Cast> {
    const path = `/api/workspaces/${cast.ids.workspaces[0]}/agents`;
    const agents = await client.get<Row[]>(path);
    if (agents.length > 0 && agents.length < 20) {
      return { ...cast, ids: { ...cast.ids, agents: agents.map(({ id }) => id) } };
    }
    for (const { id } of agents) await client.remove(`/api/agents/${id}`);
    await client.post(path, demoAgent("Another", "skip"));
    return currentCast(cast);
  }

  async function playChat(answer: HostileAnswer, { ids }: Cast): Promise<string[]> {
    const isMalamar = answer.speaker === "the Malamar agent";
    const path = `/api/workspaces/${ids.workspaces[0]}/chats`;
    const agent_id = isMalamar ? null : ids.agents[0];
    const { id } = await client.post<Row>(path, { agent_id, cli_type: "demo" });
    await client.post(`/api/chats/${id}/messages`, { message: scriptFor("demo-chat", answer) });
    const chat = await until(
      async () => {
        const read = await client.get<Conversation>(`/api/chats/${id}`);
        return read.is_processing ? null : read;
      },
      "a chat is answered",
      ANSWER_MS,
    );
    const odd = await oddRuns(`/api/chats/${id}/runs`);
    await client.remove(`/api/chats/${id}`);
    const done = chat.messages
      .flatMap(({ actions }) => actions ?? [])
      .filter(({ result }) => result.status === "done")
      .map(({ type }) => type);
    const tooMuch = isMalamar ? [] : done.filter((type) => !FOR_EVERYONE.includes(type));
    return [...odd, ...tooMuch.map((type) => `An agent that may not has done ${type}.`)];
  }

  async function playTask(answer: HostileAnswer): Promise<string[]> {
    const { id } = await client.post<Row>("/api/workspaces", { title: "Stage", ...GUARDS });
    try {
      return await playTaskIn(`/api/workspaces/${id}`, answer);
    } finally {
      await client.remove(`/api/workspaces/${id}`);
    }
  }

  async function playTaskIn(workspace: string, answer: HostileAnswer): Promise<string[]> {
    const actor = { ...demoAgent("Actor"), instruction: scriptFor("demo", answer) };
    await client.post(`${workspace}/agents`, actor);
    const { id } = await client.post<Row>(`${workspace}/tasks`, { summary: "Play" });
    const path = `/api/tasks/${id}`;
    const hasAnswered = async () => {
      const { status, last_error } = await client.get<TaskState>(path);
      return status === "in_review" || last_error !== null;
    };
    await until(hasAnswered, "an agent has answered", ANSWER_MS);
    const task = await client.get<TaskState>(path);
    const problems = [
      ...undocumented("GET /api/tasks/{id}", task),
      ...undocumented("GET /api/workspaces/{id}/tasks", await client.get(`${workspace}/tasks`)),
      ...undocumented("GET /api/tasks/{id}/comments", await client.get(`${path}/comments`)),
      ...undocumented("GET /api/tasks/{id}/logs", await client.get(`${path}/logs`)),
      ...undocumented("GET /api/attention", await client.get("/api/attention")),
      ...(await oddRuns(`${path}/runs`)),
    ];
    if (task.status === "done") problems.push("An agent has set a task to Done.");
    if (task.comment_count > MOST_COMMENTS)
      problems.push(`There are ${task.comment_count} comments.`);
    return problems;
  }

  /** Runs and transcripts match the document, whatever a CLI has printed. */
  async function oddRuns(path: string): Promise<string[]> {
    const runs = await client.get<Row[]>(path);
    const problems = undocumented("GET /api/tasks/{id}/runs", runs);
    for (const { id } of runs) {
      const transcript = await client.get(`/api/runs/${id}/transcript`);
      problems.push(...undocumented("GET /api/runs/{id}/transcript", transcript));
    }
    return problems;
  }

  function undocumented(name: string, answer: unknown): string[] {
    const route = routes.find(({ method, path }) => `${method} ${path}` === name);
    const found = mismatch(route?.answers[200] ?? {}, answer);
    return found === null ? [] : [`${name} is not as the document says: ${found}.`];
  }

  async function damages(): Promise<string[]> {
    const now = await client.get<typeof GUARDS>(`/api/workspaces/${arena.ids.workspaces[0]}`);
    const looser = (Object.keys(GUARDS) as (keyof typeof GUARDS)[]).filter(
      (guard) => now[guard] === null || now[guard] > GUARDS[guard] || now[guard] <= 0,
    );
    const changed = [
      [untouched, await exported(fortress.ids.workspaces[0]!), "another workspace"],
      [JSON.stringify(settings), JSON.stringify(await client.get("/api/settings")), "the settings"],
      [workspaces, await workspaceIds(), "the list of workspaces"],
    ].filter(([before, after]) => before !== after);
    return [
      ...looser.map((guard) => `${guard} was loosened to ${now[guard]}.`),
      ...changed.map(([, , what]) => `An agent has changed ${what}.`),
    ];
  }

  async function exported(id: string): Promise<string> {
    const file = await client.get<object>(`/api/workspaces/${id}/export`);
    return JSON.stringify({ ...file, exported_at: null });
  }

  async function workspaceIds(): Promise<string> {
    const rows = await client.get<Row[]>("/api/workspaces?sort=created_at");
    return rows.map(({ id }) => id).join(" ");
  }
}

interface TaskState {
  status: string;
  last_error: string | null;
  comment_count: number;
}

interface Conversation {
  is_processing: boolean;
  messages: { actions: { type: string; result: { status: string } }[] | null }[];
}
