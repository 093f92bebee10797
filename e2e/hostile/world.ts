import { demoAgent } from "../support/board.ts";
import { until } from "../support/until.ts";
import type { Cast } from "./cast.ts";
import type { Client } from "./client.ts";

interface Row {
  id: string;
}

const WORKSPACES = 3;
const PER_WORKSPACE = { agents: 2, tasks: 4, chats: 2 } as const;

/** Anything beyond this is deleted, so that a long run finds the same world as a short one. */
const MOST_ROWS = 30;

/**
 * The things that requests are about. They are deleted all the time: `tend` replaces them, and
 * removes what has piled up beside them.
 */
export async function createWorld(
  client: Client,
): Promise<{ cast: Cast; tend: () => Promise<void> }> {
  const cast: Cast = {
    ids: { workspaces: [], agents: [], tasks: [], comments: [], chats: [], runs: [] },
    deleted: [],
    file: {},
  };
  /** Not the cast's, and not to be deleted. */
  const others = new Set((await client.get<Row[]>("/api/workspaces")).map(({ id }) => id));
  const { workspace, runs } = await playOnce(client);
  others.add(workspace);
  cast.ids.runs.push(...runs);
  cast.file = await client.get<object>(`/api/workspaces/${workspace}/export`);
  await tend();
  if (cast.deleted.length === 0) await bury(`/api/workspaces`, "workspaces");
  return { cast, tend };

  async function tend(): Promise<void> {
    const rows = await client.get<Row[]>("/api/workspaces");
    const living = new Set(rows.map(({ id }) => id));
    await sweep(
      "workspaces",
      rows.filter(({ id }) => !others.has(id)),
      cast.ids.workspaces,
    );
    await fill(cast.ids.workspaces, WORKSPACES, living, () =>
      client.post<Row>("/api/workspaces", { title: "Cast" }),
    );
    for (const [at, workspace] of cast.ids.workspaces.entries()) {
      for (const noun of ["agents", "tasks", "chats"] as const) await tendNoun(noun, workspace, at);
      await tendComment(at);
    }
  }

  async function tendNoun(noun: keyof typeof PER_WORKSPACE, workspace: string, at: number) {
    const path = `/api/workspaces/${workspace}/${noun}`;
    const count = PER_WORKSPACE[noun];
    const mine = cast.ids[noun].slice(at * count, (at + 1) * count);
    const rows = await client.get<Row[]>(path);
    await sweep(noun, rows, mine);
    const living = new Set(rows.map(({ id }) => id));
    await fill(mine, count, living, () => client.post<Row>(path, NEW[noun]()));
    cast.ids[noun].splice(at * count, count, ...mine);
  }

  /** One on the first task of each workspace. Deleted ones keep their id. */
  async function tendComment(at: number) {
    const path = `/api/tasks/${cast.ids.tasks[at * PER_WORKSPACE.tasks]}/comments`;
    const rows = await client.get<(Row & { deleted_at: string | null })[]>(path);
    const living = rows.filter(({ deleted_at }) => deleted_at === null).map(({ id }) => id);
    const mine = cast.ids.comments.slice(at, at + 1);
    await fill(mine, 1, new Set(living), () =>
      client.post<Row>(path, { content: "Something to know.", is_note: true }),
    );
    cast.ids.comments.splice(at, 1, ...mine);
  }

  async function fill(
    places: string[],
    count: number,
    living: ReadonlySet<string>,
    create: () => Promise<Row>,
  ): Promise<void> {
    for (let at = 0; at < count; at++) {
      const there = places[at];
      if (there !== undefined && living.has(there)) continue;
      if (there !== undefined) cast.deleted = [...cast.deleted, there].slice(-8);
      places[at] = (await create()).id;
    }
  }

  async function sweep(noun: string, rows: readonly Row[], kept: readonly string[]): Promise<void> {
    const surplus = rows.filter(({ id }) => !kept.includes(id));
    if (rows.length <= MOST_ROWS) return;
    for (const { id } of surplus) await client.remove(`/api/${noun}/${id}`);
  }

  async function bury(path: string, noun: string): Promise<void> {
    const { id } = await client.post<Row>(path, { title: "Buried" });
    await client.remove(`/api/${noun}/${id}`);
    cast.deleted.push(id);
  }
}

let made = 0;

const NEW = {
  agents: () => ({ name: `Agent ${made++}`, instruction: "Do nothing.", cli_type: "codex" }),
  tasks: () => ({ summary: `Task ${made++}`, description: "Something to do." }),
  chats: () => ({ title: `Chat ${made++}` }),
};

/**
 * A team that has worked once and is left alone: its runs have transcripts, its export has
 * comments.
 */
async function playOnce(client: Client): Promise<{ workspace: string; runs: string[] }> {
  const { id } = await client.post<Row>("/api/workspaces", { title: "Played" });
  const path = `/api/workspaces/${id}`;
  const script = ["visit 1:", "say Hello", "comment Done.", "after:", "review"];
  await client.post(`${path}/agents`, demoAgent("Player", ...script));
  const chat = await client.post<Row>(`${path}/chats`, { cli_type: "demo" });
  const message = `\`\`\`demo-chat\nanswer Yes\nact {"type":"rename_chat","title":"Talk"}\n\`\`\``;
  await client.post(`/api/chats/${chat.id}/messages`, { message });
  const task = await client.post<Row>(`${path}/tasks`, { summary: "Play" });
  const isOver = async () => {
    const { is_processing } = await client.get<{ is_processing: boolean }>(`/api/chats/${chat.id}`);
    const { status } = await client.get<{ status: string }>(`/api/tasks/${task.id}`);
    return !is_processing && status === "in_review";
  };
  await until(isOver, "a team has worked once", 60_000);
  const runs = await client.get<Row[]>(`/api/tasks/${task.id}/runs`);
  return { workspace: id, runs: runs.map((run) => run.id) };
}
