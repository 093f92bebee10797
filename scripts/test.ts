import { join } from "node:path";

/**
 * `npm test`: everything that proves the product, one line of figures at the end.
 * `npm run check` (--fast) leaves out what needs a build or a browser.
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

const CHECKS: Stage[] = [
  { name: "format", command: [bin("prettier"), "--check", ".", "--log-level", "warn"] },
  { name: "lint and rooms", command: [bin("oxlint"), "--type-aware", "--deny-warnings"] },
  ...["contract", "server", "web", "e2e", "."].map((project) => ({
    name: `types of ${project === "." ? "the rest" : project}`,
    command: [bin("tsc"), "-p", project],
  })),
  { name: "dead code", command: [bin("knip")] },
];

const UNIT: Stage[] = [
  {
    name: "unit and integration tests",
    command: [
      bun,
      "test",
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
  },
];

const BUILT: Stage[] = [
  { name: "build of the page", command: ["node", "scripts/prepare.mjs", "web"] },
  { name: "build of the executable", command: [bun, "scripts/build.ts"] },
  { name: "tests of the executable", command: [bun, "test", "./e2e/executable"], counts: "bun" },
  {
    name: "browser tests",
    // Playwright's runner is made for Node.
    command: ["node", bin("playwright"), "test"],
    cwd: "e2e",
    counts: "playwright",
  },
];

const stages = process.argv.includes("--fast")
  ? [...CHECKS, ...UNIT]
  : [...CHECKS, ...UNIT, ...BUILT];
const total: Tally = { passed: 0, failed: 0 };
for (const stage of stages) {
  const tally = await runStage(stage);
  total.passed += tally.passed;
  total.failed += tally.failed;
}
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 ? 1 : 0);

async function runStage(stage: Stage): Promise<Tally> {
  const started = performance.now();
  console.log(`\n── ${stage.name}`);
  const child = Bun.spawn(stage.command, {
    cwd: join(root, stage.cwd ?? "."),
    env: { ...process.env, FORCE_COLOR: "0" },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const output: string[] = [];
  await Promise.all([pass(child.stdout, output), pass(child.stderr, output)]);
  const ok = (await child.exited) === 0;
  const tally = tallyOf(stage, output.join(""), ok);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `${ok ? "✓" : "✗"} ${stage.name}: ${tally.passed} passed, ${tally.failed} failed (${seconds} s)`,
  );
  return tally;
}

/** Shows the output as it comes, and keeps it for the figures in it. */
async function pass(stream: ReadableStream<Uint8Array>, kept: string[]): Promise<void> {
  const decoder = new TextDecoder();
  for await (const chunk of stream) {
    process.stdout.write(chunk);
    kept.push(decoder.decode(chunk, { stream: true }));
  }
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
