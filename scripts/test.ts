import { mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * `npm test`: everything that proves the product, one line of figures at the end. `npm run check`
 * (--fast) leaves out what needs a build or a browser. `npm test -- --full` runs more rounds where
 * chance decides what a round hits.
 */
interface Stage {
  name: string;
  command: string[];
  cwd?: string;
  /** A runner that counts its own tests; every other stage counts as one. */
  counts?: "bun" | "playwright";
}

interface Tally {
  passed: number;
  failed: number;
}

const root = join(import.meta.dir, "..");
const bin = (name: string) => join(root, "node_modules/.bin", name);
const bun = process.execPath;
const isFull = process.argv.includes("--full");

const CHECKS: Stage[] = [
  { name: "lint and rooms", command: [bin("oxlint"), "--type-aware", "--deny-warnings"] },
  ...["contract", "server", "web", "e2e", "."].map((project) => ({
    name: `types of ${project === "." ? "the rest" : project}`,
    command: [bin("tsc"), "-p", project],
  })),
  { name: "dead code", command: [bin("knip")] },
  { name: "words", command: [bun, "scripts/check-words.ts"] },
  { name: "format", command: [bin("oxfmt"), "--check"] },
];

/** For a machine that is busy with other work. */
const PATIENCE = "--timeout=120000";

const UNIT: Stage = {
  name: "unit and integration tests",
  command: [
    bun,
    "test",
    "--parallel",
    PATIENCE,
    "./contract",
    "./server",
    "./web",
    "./stand-in",
    "./scripted-model",
    "./demo",
    "./bench",
    "./scripts",
    "./e2e/page-bench",
    "./e2e/film",
    "./e2e/hostile",
    "./e2e/faults",
    "./e2e/long-runs",
    "./e2e/soak",
  ],
  counts: "bun",
};

const BUILD: Stage[] = [
  { name: "build of the page", command: ["node", "scripts/prepare.mjs", "web"] },
  { name: "build of the executable", command: [bun, "scripts/build.ts"] },
];

const EXECUTABLE: Stage = {
  name: "tests of the executable",
  command: [bun, "test", "--parallel", PATIENCE, "./e2e/executable"],
  counts: "bun",
};

const BROWSER: Stage = {
  name: "browser tests",
  // Playwright's runner is made for Node.
  command: inPrivateNetwork(["node", bin("playwright"), "test"]),
  cwd: "e2e",
  counts: "playwright",
};

const running = new Map<Stage, string[]>();
const failures: string[] = [];
const total: Tally = { passed: 0, failed: 0 };
const scratch = mkdtempSync(join(quickestFolder(), "malamar-tests-"));
process.on("exit", () => rmSync(scratch, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, breakOff);

// In parallel: none of these lines keeps every core busy throughout.
const isFast = process.argv.includes("--fast");
const built = isFast ? Promise.resolve(false) : inTurn(BUILD);
await Promise.all([
  inTurn(CHECKS),
  inTurn([UNIT]).then(() => (isFast ? undefined : onceBuilt(EXECUTABLE))),
  isFast ? undefined : onceBuilt(BROWSER),
]);
for (const failure of failures) console.log(`\n${failure}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 ? 1 : 0);

/** Returns whether all of them succeeded. */
async function inTurn(stages: Stage[]): Promise<boolean> {
  let failed = 0;
  for (const stage of stages) failed += (await runStage(stage)).failed;
  return failed === 0;
}

/** Without a successful build, dist contains an older one, which proves nothing. */
async function onceBuilt(stage: Stage): Promise<void> {
  if (await built) await runStage(stage);
  else count({ passed: 0, failed: 1 }, `✗ ${stage.name}: not run, because the build failed`);
}

async function runStage(stage: Stage): Promise<Tally> {
  const started = performance.now();
  console.log(`── ${stage.name} …`);
  const child = Bun.spawn(stage.command, {
    cwd: join(root, stage.cwd ?? "."),
    env: {
      ...process.env,
      FORCE_COLOR: "0",
      TMPDIR: scratch,
      ...(isFull && { TEST_FULL: "1" }),
    },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const output: string[] = [];
  running.set(stage, output);
  await Promise.all([keep(child.stdout, output), keep(child.stderr, output)]);
  const ok = (await child.exited) === 0;
  running.delete(stage);
  const tally = tallyOf(stage, output.join(""), ok);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  show(stage, output);
  count(
    tally,
    `${ok ? "✓" : "✗"} ${stage.name}: ${tally.passed} passed, ${tally.failed} failed (${seconds} s)`,
    whatFailed(stage, output.join("")),
  );
  return tally;
}

function count(tally: Tally, line: string, failed: readonly string[] = []): void {
  total.passed += tally.passed;
  total.failed += tally.failed;
  if (tally.failed > 0) failures.push([line, ...failed].join("\n"));
  console.log(line);
}

/**
 * What a runner says about each failed test, to print at the end and not among thousands that
 * passed.
 */
function whatFailed({ counts }: Stage, output: string): string[] {
  if (counts === "bun") {
    // Its summary names them again.
    return [...new Set(output.split("\n").filter((line) => line.startsWith("(fail)")))];
  }
  const first = output.search(/^ +1\) /m);
  return counts === "playwright" && first >= 0 ? [output.slice(first)] : [];
}

/** In one piece, when the stage has ended, so that stages do not mix their output. */
function show({ name }: Stage, output: readonly string[]): void {
  if (output.length > 0) console.log(`\n── ${name}\n${output.join("")}`);
}

/** Processes still running end with this one (`--no-orphans` in package.json). */
function breakOff(): void {
  for (const [stage, output] of running) show(stage, output);
  console.log("\nBroken off.");
  process.exit(130);
}

/**
 * A browser drops its connections, even those within the machine, whenever the machine gains or
 * loses an address. Where possible, the tests have a network of their own.
 */
function inPrivateNetwork(command: string[]): string[] {
  if (!Bun.which("unshare") || !Bun.which("ip")) return command;
  const alone = ["--net", "sh", "-c", 'ip link set lo up && exec "$@"', "sh"];
  const ways = [
    ["unshare", ...alone],
    // Where one needs no root to get a root of one's own.
    ["unshare", "--user", "--map-root-user", ...alone],
  ];
  const way = ways.find((words) => Bun.spawnSync([...words, "true"]).success);
  return [...(way ?? []), ...command];
}

/** Tests make thousands of files and databases, and wait for the disk if they are on one. */
function quickestFolder(): string {
  const memory = "/dev/shm";
  try {
    const { bavail, bsize } = statfsSync(memory);
    // Ten times the observed use; containers often have 64 MB there.
    return bavail * bsize > 4 * 1024 ** 3 ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}

async function keep(stream: ReadableStream<Uint8Array>, kept: string[]): Promise<void> {
  const decoder = new TextDecoder();
  for await (const chunk of stream) kept.push(decoder.decode(chunk, { stream: true }));
}

function tallyOf({ counts }: Stage, output: string, ok: boolean): Tally {
  if (!counts) return { passed: ok ? 1 : 0, failed: ok ? 0 : 1 };
  const words = counts === "bun" ? (["pass", "fail"] as const) : (["passed", "failed"] as const);
  const passed = lastFigure(output, words[0]);
  const failed = lastFigure(output, words[1]);
  // A runner that died, or found nothing to run, must not count as a success.
  const silent = (!ok && failed === 0) || passed + failed === 0;
  return { passed, failed: silent ? failed + 1 : failed };
}

function lastFigure(output: string, word: string): number {
  const lines = [...output.matchAll(new RegExp(`^\\s*(\\d+) ${word}\\b`, "gm"))];
  return Number(lines.at(-1)?.[1] ?? 0);
}
