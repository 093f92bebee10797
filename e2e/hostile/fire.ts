import { burstOfStreams, copyCookies, guessTokens } from "./bursts.ts";
import { judge } from "./judge.ts";
import { createLine } from "./line.ts";
import type { Options } from "./options.ts";
import type { Report } from "./report.ts";
import { routesOf, type ApiDocument } from "./routes.ts";
import { startServer } from "./server.ts";
import { shotAt, type Range } from "./shots.ts";
import { createWorld } from "./world.ts";

const TOKEN = "a-token-that-nobody-may-read-9d1e";
const ALLOWED_HOST = "box.example.ts.net";
const GUARDED = {
  MALAMAR_TOKEN: TOKEN,
  MALAMAR_ALLOWED_HOSTS: ALLOWED_HOST,
  MALAMAR_TRUST_PROXY: "true",
};

/** Enough to keep two cores busy. */
const LINES = 8;
/** This many requests per batch; then the servers are checked, and their worlds restored. */
const BATCH = 500;

/** They would end the session that the other requests need; `copyCookies` tries them. */
const ENDS_SESSIONS: ReadonlySet<string> = new Set(["/api/logout", "/api/sessions"]);

/** Sends the requests, and reports what was wrong. Returns figures about the servers. */
export async function fire(options: Options, report: Report) {
  await using open = await startTarget("open", {});
  await using guarded = await startTarget("guarded", GUARDED);
  const targets = [open, guarded];
  const document = await open.client.get<ApiDocument>("/api/openapi.json");
  const routes = routesOf(document).filter(({ path }) => !ENDS_SESSIONS.has(path));
  const range: Range = { routes, open: open.target, guarded: guarded.target };

  const [from, to] = options.only ?? [0, options.requests - 1];
  const warmUntil = from + Math.max(BATCH, (to - from) / 10);
  for (let start = from; start <= to; start += BATCH) {
    await volley(options.seed, start, Math.min(start + BATCH - 1, to), range, report);
    for (const server of targets) {
      await report.watch(`after request ${start + BATCH} of ${server.target.name}`, async () => {
        await server.tend();
        return server.examine();
      });
      if (start < warmUntil) server.rememberVitals();
    }
  }
  await report.watch("hundreds of streams", () => burstOfStreams(open));
  await report.watch("guessing the token", () => guessTokens(guarded));
  await report.watch("cookies that were copied", () => copyCookies(guarded));
  for (const server of targets) {
    await report.watch(`at the end of ${server.target.name}`, () => server.examineEnd());
  }
  return Object.fromEntries(targets.map(({ target, figures }) => [target.name, figures()]));
}

async function startTarget(name: "open" | "guarded", env: Record<string, string>) {
  const server = await startServer({ MALAMAR_MAX_CONCURRENT_RUNS: "1", ...env }, [TOKEN]);
  const { client, port, token } = server;
  const { cast, tend } = await createWorld(client);
  const cookie = token && (await client.login(token));
  const allowedHost = token && ALLOWED_HOST;
  return { ...server, tend, target: { name, port, token, cookie, allowedHost, cast } };
}

/** One batch of requests, over several connections at once. */
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
