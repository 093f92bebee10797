import { createHome, startMalamar } from "../support/malamar.ts";
import { until } from "../support/until.ts";
import { createClient } from "./client.ts";
import { plantSentinels, strayFiles } from "./files.ts";
import { createLogReader, databaseProblems, vitalsOf } from "./health.ts";
import { judge } from "./judge.ts";
import { createLine } from "./line.ts";
import type { Options } from "./options.ts";
import type { Report } from "./report.ts";
import { routesOf, type ApiDocument } from "./routes.ts";
import type { Target } from "./shot.ts";
import { shotAt, type Range } from "./shots.ts";
import { createWorld } from "./world.ts";

const TOKEN = "a-token-that-nobody-may-read-9d1e";
const ALLOWED_HOST = "box.example.ts.net";

/** As many as keep two cores busy. */
const LINES = 8;
/** So many requests at a time; then the server is looked at, and its world put in order. */
const BATCH = 500;

/** How much more a server may hold at the end than after its first tenth. */
const MORE_MEMORY_MB = 200;
const MORE_DESCRIPTORS = 8;

/** Sends everything, and tells the report what was wrong. Answers with figures of the servers. */
export async function fire(options: Options, report: Report) {
  await using open = await startServer("open", {});
  await using guarded = await startServer("guarded", {
    MALAMAR_TOKEN: TOKEN,
    MALAMAR_ALLOWED_HOSTS: ALLOWED_HOST,
    MALAMAR_TRUST_PROXY: "true",
  });
  const servers = [open, guarded];
  const document = await open.client.get<ApiDocument>("/api/openapi.json");
  const range: Range = { routes: routesOf(document), open: open.target, guarded: guarded.target };

  const [from, to] = options.only ?? [0, options.requests - 1];
  const warmUntil = from + Math.max(BATCH, (to - from) / 10);
  for (let start = from; start <= to; start += BATCH) {
    await volley(options.seed, start, Math.min(start + BATCH - 1, to), range, report);
    for (const server of servers) {
      const problems = await server.examine();
      if (problems.length > 0)
        report.addFinding(`after request ${start + BATCH} of ${server.target.name}`, problems);
      if (start < warmUntil) server.rememberVitals();
    }
  }
  for (const server of servers) {
    const problems = await server.examineEnd();
    if (problems.length > 0) report.addFinding(`at the end of ${server.target.name}`, problems);
  }
  return Object.fromEntries(servers.map(({ target, figures }) => [target.name, figures()]));
}

/** One batch of requests, over a few lines at once. */
async function volley(seed: number, from: number, to: number, range: Range, report: Report) {
  let next = from;
  const work = async () => {
    const lines = { open: createLine(range.open.port), guarded: createLine(range.guarded.port) };
    while (next <= to) {
      const index = next++;
      const { at, ...shot } = shotAt(seed, index, range);
      const outcome = await lines[at.name].send(shot);
      report.count(shot, outcome);
      const problems = judge(shot, outcome, [TOKEN]);
      if (problems.length > 0) report.addShot(index, shot, outcome, problems);
    }
    lines.open.close();
    lines.guarded.close();
  };
  await Promise.all(Array.from({ length: LINES }, work));
}

/** A server in a home with sentinels, and everything that is looked at in it. */
async function startServer(name: Target["name"], env: Record<string, string>) {
  const home = createHome();
  plantSentinels(home.dir);
  const malamar = await startMalamar({
    home,
    env: { MALAMAR_LOG_FORMAT: "json", MALAMAR_MAX_CONCURRENT_RUNS: "1", ...env },
  });
  const token = env.MALAMAR_TOKEN ?? null;
  const client = createClient(malamar.url, token);
  const { cast, tend } = await createWorld(client);
  const readLog = createLogReader(malamar, [TOKEN]);
  let warm = vitalsOf(malamar.pid);
  let last = warm;

  const target: Target = {
    name,
    port: malamar.port,
    token,
    cookie: token && (await client.login(token)),
    allowedHost: env.MALAMAR_ALLOWED_HOSTS ?? null,
    cast,
  };

  return {
    target,
    client,

    rememberVitals: () => void (warm = vitalsOf(malamar.pid)),
    figures: () => ({ warm, end: last }),

    /** It lives, it answers, its log is quiet; what was deleted is there again. */
    async examine(): Promise<string[]> {
      const { status } = await client.get<{ status: string }>("/api/health");
      await tend();
      return [
        ...(status === "ok" ? [] : ["It is not healthy."]),
        ...readLog(),
        ...strayFiles(home.dir),
      ];
    },

    async examineEnd(): Promise<string[]> {
      const problems = [...(await usedTooMuch()), ...(await this.examine())];
      const code = await malamar.stop();
      if (code !== 0) problems.push(`It ended with ${code}.`);
      return [
        ...problems,
        ...readLog(),
        ...strayFiles(home.dir),
        ...databaseProblems(malamar.dataDir),
      ];
    },

    async [Symbol.asyncDispose]() {
      await malamar[Symbol.asyncDispose]();
      await home[Symbol.asyncDispose]();
    },
  };

  /** Descriptors go away a moment after their connections. */
  async function usedTooMuch(): Promise<string[]> {
    if (!warm) return [];
    const most = warm.descriptors + MORE_DESCRIPTORS;
    const isFew = () => (vitalsOf(malamar.pid)?.descriptors ?? 0) <= most;
    const closed = await until(isFew, "connections are closed", 10_000).catch(() => false);
    last = vitalsOf(malamar.pid);
    if (!last) return ["It is gone."];
    return [
      ...(closed
        ? []
        : [`It holds ${last.descriptors} descriptors, and held ${warm.descriptors}.`]),
      ...(last.memoryMb <= warm.memoryMb + MORE_MEMORY_MB
        ? []
        : [`It uses ${last.memoryMb} MB, and used ${warm.memoryMb} MB.`]),
    ];
  }
}
