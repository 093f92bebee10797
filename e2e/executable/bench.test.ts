import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createHome, EXECUTABLE, type Home } from "../support/malamar.ts";
import { processesIn } from "../support/processes.ts";
import { until } from "../support/until.ts";

/** The shortest of those that start processes of their own. */
const SHORT = "task created";

/** Far more than a short scenario takes, also next to other tests. */
const LIMIT_MS = 60_000;

/** In an empty folder, with an empty PATH and nothing of this machine's user. */
function startBench(home: Home, args: readonly string[]) {
  const [cwd, temp] = ["empty", "temp"].map((name) => join(home.dir, name)) as [string, string];
  mkdirSync(cwd, { recursive: true });
  mkdirSync(temp, { recursive: true });
  const child = Bun.spawn([EXECUTABLE, "bench", ...args], {
    cwd,
    env: { TMPDIR: temp },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    detached: true,
  });
  return { child, cwd, temp };
}

async function bench(home: Home, ...args: string[]) {
  const { child, cwd, temp } = startBench(home, args);
  const [stdout, stderr, code] = await Promise.all([
    textOf(child.stdout),
    textOf(child.stderr),
    child.exited,
  ]);
  return { stdout, stderr, code, cwd, temp };
}

function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  return new Response(stream).text();
}

interface Report {
  rounds: number;
  results: { row: { name: string }; malamar: { samples: number[] }; verdict: string | null }[];
}

test("malamar bench --list names the scenarios, and measures nothing", async () => {
  await using home = createHome();
  const { stdout, stderr, code, temp } = await bench(home, "--list");
  expect(stdout).toContain("read one row\n");
  expect(stdout).toContain(SHORT);
  expect({ stderr, code, left: readdirSync(temp) }).toEqual({ stderr: "", code: 0, left: [] });
});

test(
  "malamar bench measures itself from an empty folder with an empty PATH, and compares",
  async () => {
    await using home = createHome();
    const first = await bench(home, SHORT, "--rounds", "1");
    const [file = ""] = readdirSync(first.temp);
    expect(file).toMatch(/^malamar-bench-\d{8}-\d{6}\.json$/);
    expect(readdirSync(first.temp)).toHaveLength(1);
    expect(readdirSync(first.cwd)).toEqual([]);
    expect(first.stdout).toContain(join(first.temp, file));
    expect(first.stdout).toMatch(/^task created → CLI process started, median \(ms\) .+≤ \+5 /m);
    expect(first.stderr).toMatch(/^1\/1 +task created .+ s$/m);

    const report = JSON.parse(readFileSync(join(first.temp, file), "utf8")) as Report;
    expect(report.rounds).toBe(1);
    expect(report.results.map(({ malamar }) => malamar.samples.length)).toEqual([60, 60]);
    expect(first.code).toBe(report.results.some(({ verdict }) => verdict === "missed") ? 1 : 0);

    // A missing folder is created, and the same file can be both.
    const again = ["--compare", join(first.temp, file), "--json", "new/folder/second.json"];
    const second = await bench(home, SHORT, "--rounds", "1", ...again);
    expect(second.stdout).toMatch(/^what .+ before +change$/m);
    expect(existsSync(join(second.cwd, "new/folder/second.json"))).toBe(true);
  },
  LIMIT_MS,
);

test.each([
  [["no-such-thing"], 2, 'There is no measurement called "no-such-thing".'],
  [["--rounds", "0"], 2, '--rounds: must be a whole number from 1 to 1000 (got "0")'],
  [["--rounds"], 2, "--rounds needs a value."],
  [["--lsit"], 2, 'Unknown flag "--lsit". Did you mean "--list"?'],
  [["--compare", "nowhere.json"], 1, "nowhere.json cannot be compared with: "],
  [["--json", "/proc/none/x.json"], 1, "/proc/none/x.json cannot be written: "],
])("malamar bench %j ends at once with %i: %s", async (args, wanted, problem) => {
  await using home = createHome();
  const { stdout, stderr, code, temp } = await bench(home, ...args);
  expect(stderr).toContain(problem);
  expect({ stdout, code, left: readdirSync(temp) }).toEqual({ stdout: "", code: wanted, left: [] });
});

test("malamar bench --help explains bare and lists the options", async () => {
  await using home = createHome();
  const { stdout, code } = await bench(home, "--help");
  expect(code).toBe(0);
  for (const word of ["bare", "--list", "--all", "--rounds", "--json", "--compare"]) {
    expect(stdout).toContain(word);
  }
});

test(
  "Ctrl-C in the middle of a hundred runs leaves no process and no folder",
  async () => {
    await using home = createHome();
    const { child, temp } = startBench(home, ["100 runs"]);
    await until(() => processesIn(home.dir).length > 100, "a hundred runs are at work", LIMIT_MS);
    // A terminal signals every process of the group, and npm signals its child once more.
    process.kill(-child.pid, "SIGINT");
    process.kill(-child.pid, "SIGINT");
    expect(await child.exited).toBe(1);
    expect(await textOf(child.stderr)).toContain("Interrupted. Nothing was left behind.");
    expect(processesIn(home.dir)).toEqual([]);
    expect(readdirSync(temp)).toEqual([]);
  },
  LIMIT_MS,
);
