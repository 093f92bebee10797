import { createCourse } from "#long-runs/vitals.ts";
import { createHome, startMalamar } from "../support/malamar.ts";
import { until } from "../support/until.ts";
import { createClient } from "./client.ts";
import { watchEvents } from "./event-watch.ts";
import { plantSentinels, strayFiles } from "./files.ts";

import { createLogReader, databaseProblems } from "./health.ts";

/** How much more a server may hold at the end than after its warm-up. */
const MORE_MEMORY_MB = 200;
const MORE_DESCRIPTORS = 8;

/** A server in a home with sentinels, and everything about it that is checked. */
export async function startServer(env: Record<string, string>, secrets: readonly string[]) {
  const home = createHome();
  plantSentinels(home.dir);
  const start = () => startMalamar({ home, env: { MALAMAR_LOG_FORMAT: "json", ...env } });
  const malamar = await start();
  const token = env.MALAMAR_TOKEN ?? null;
  const client = createClient(malamar.url, token);
  const events = watchEvents(malamar.url, token);
  const readLog = createLogReader(malamar, secrets);
  const vitals = createCourse();
  const look = () => vitals.look(malamar.pid);
  let warm = look();

  const seen = () => [...events.problems(), ...readLog(), ...strayFiles(home.dir)];

  return {
    client,
    token,
    url: malamar.url,
    port: malamar.port,

    rememberVitals: () => void (warm = look()),
    figures: () => ({ vitals: vitals.course(), events: events.count() }),

    /** It lives and answers, its log is quiet, and no file is where it should not be. */
    async examine(): Promise<string[]> {
      look();
      const { status } = await client.get<{ status: string }>("/api/health");
      return [...(status === "ok" ? [] : ["It is not healthy."]), ...seen()];
    },

    async examineEnd(): Promise<string[]> {
      const problems = await usedTooMuch();
      await events.stop();
      const code = await malamar.stop();
      if (code !== 0) problems.push(`It ended with ${code}.`);
      return [
        ...problems,
        ...seen(),
        ...(await startAgain()),
        ...databaseProblems(malamar.dataDir),
      ];
    },

    async [Symbol.asyncDispose]() {
      await events.stop();
      await malamar[Symbol.asyncDispose]();
      await home[Symbol.asyncDispose]();
    },
  };

  /** Stored data must not prevent a start: recovery and cleanup read all of it. */
  async function startAgain(): Promise<string[]> {
    await using again = await start();
    const lists = createClient(again.url, token);
    for (const { id } of await lists.get<{ id: string }[]>("/api/workspaces")) {
      await lists.get(`/api/workspaces/${id}/tasks`);
      await lists.get(`/api/workspaces/${id}/chats`);
    }
    const code = await again.stop();
    const problems = createLogReader(again, secrets)();
    return code === 0 ? problems : [...problems, `Started again, it ended with ${code}.`];
  }

  async function usedTooMuch(): Promise<string[]> {
    if (!warm) return [];
    const most = warm.descriptors + MORE_DESCRIPTORS;
    const isFew = () => (look()?.descriptors ?? 0) <= most;
    // Descriptors disappear shortly after their connections.
    const isClosed = await until(isFew, "connections are closed", 10_000).catch(() => false);
    const last = look();
    if (!last) return ["It is gone."];
    const problems: string[] = [];
    if (!isClosed) {
      problems.push(`It holds ${last.descriptors} descriptors, and held ${warm.descriptors}.`);
    }
    if (last.memoryMb > warm.memoryMb + MORE_MEMORY_MB) {
      problems.push(`It uses ${last.memoryMb} MB, and used ${warm.memoryMb} MB.`);
    }
    return problems;
  }
}

export type Server = Awaited<ReturnType<typeof startServer>>;
