import { oneOf, type Act } from "#long-runs/people/person.ts";
import type { World } from "#long-runs/world.ts";
import { followStream } from "../follow-stream.ts";

interface Row {
  id: string;
}

const PAGE_MS = [20, 1500] as const;
const WATCHED_RUNS = 3;

/** A person who opens the page, looks around, watches an agent work, and closes it again. */
export function pageActs(world: World, workspaceIds: readonly string[]): readonly Act[] {
  const open: Act = async ({ client, random }) => {
    const workspace = oneOf(random, workspaceIds)!;
    const left = AbortSignal.timeout(random.between(...PAGE_MS));
    const runs = new Set<string>();
    // A page watches the runs that it hears of.
    const hear = (frame: string) => {
      const run = /"run_id":"([^"]+)"/.exec(frame)?.[1];
      if (run !== undefined && runs.size < WATCHED_RUNS) runs.add(run);
    };
    const stream = followStream(world, "/api/events", left, hear);
    for (const path of ["/", "/api/workspaces", "/api/attention", "/api/settings"])
      await visit(path);
    for (const part of ["", "/agents", "/tasks", "/chats"])
      await client.send("GET", `/api/workspaces/${workspace}${part}`);
    await stream;
    if (runs.size === 0) return;
    const watching = AbortSignal.timeout(random.between(...PAGE_MS));
    await followStream(world, `/api/events?runs=${[...runs].join(",")}`, watching);
  };

  async function visit(path: string): Promise<void> {
    const response = await fetch(world.server().url + path, { keepalive: false });
    await response.arrayBuffer();
  }

  /** Transcripts are read while they are written. */
  const watchRun: Act = async ({ client, random }) => {
    const found = await client.send("GET", `/api/workspaces/${oneOf(random, workspaceIds)}/tasks`);
    const task = oneOf(random, (found?.body ?? []) as Row[]);
    if (!task) return;
    for (const part of ["", "/comments", "/logs"])
      await client.send("GET", `/api/tasks/${task.id}${part}`);
    const listed = await client.send("GET", `/api/tasks/${task.id}/runs`);
    const run = ((listed?.body ?? []) as Row[]).at(-1);
    if (!run) return;
    await client.send("GET", `/api/runs/${run.id}/transcript?last=200`);
    const left = AbortSignal.timeout(random.between(...PAGE_MS));
    await followStream(world, `/api/runs/${run.id}/stream`, left);
    await client.send("GET", `/api/runs/${run.id}/transcript`);
  };

  const search: Act = async ({ client, random }) => {
    const words = ["Task", "Chat", "Short", "a", String(random.below(1000))];
    await client.send("GET", `/api/search?q=${oneOf(random, words)}`);
  };

  return [open, open, watchRun, watchRun, search];
}
