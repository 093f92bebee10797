import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { CLIS } from "../contract/src/plain/cli.ts";
import { installClis } from "../e2e/support/clis/installed-clis.ts";

/**
 * `npm run test:clis`: Malamar with the real CLIs, against the scripted model. Arguments go to the
 * test runner: `npm run test:clis -- -t "Claude Code"`.
 */
const root = join(import.meta.dir, "..");
const REPORT = join(root, ".cache/clis/report.xml");
/** Each scenario is a server, a CLI and its tools; most of the time they wait for one another. */
const AT_ONCE = 3;

mkdirSync(join(root, ".cache/clis"), { recursive: true });
rmSync(REPORT, { force: true });
await installClis();
const runner = Bun.spawn(
  [
    process.execPath,
    "test",
    "./e2e/clis",
    `--max-concurrency=${AT_ONCE}`,
    "--reporter=junit",
    `--reporter-outfile=${REPORT}`,
    ...process.argv.slice(2),
  ],
  { cwd: root, stdio: ["ignore", "inherit", "inherit"] },
);
const code = await runner.exited;
console.log(`\n${table(readReport())}`);
process.exit(code);

interface Outcome {
  cli: string;
  scenario: string;
  result: string;
}

function readReport(): Outcome[] {
  const xml = readFileSync(REPORT, "utf8");
  const cases = xml.matchAll(
    /<testcase name="([^"]*)" classname="([^"]*)" time="([^"]*)"[^>]*?(\/>|>)(\s*<(?:failure|skipped))?/g,
  );
  return [...cases].map(([, name = "", suite = "", seconds, , trouble]) => ({
    cli: unescaped(suite),
    scenario: unescaped(name),
    result: trouble ? "✗" : `✓ ${Number(seconds).toFixed(1)} s`,
  }));
}

/** One row per scenario, one column per CLI. */
function table(outcomes: readonly Outcome[]): string {
  const labels = CLIS.map(({ label }) => label);
  const scenarios = [...new Set(outcomes.map(({ scenario }) => scenario))];
  const rows = scenarios.map((scenario) => {
    const cells = labels.map((label) => {
      const found = outcomes.find((one) => one.scenario === scenario && one.cli.includes(label));
      return found?.result ?? "";
    });
    return [scenario, ...cells];
  });
  const lines = [["", ...labels], ["---", ...labels.map(() => "---")], ...rows];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function unescaped(text: string): string {
  return text
    .replaceAll("&quot;", '"')
    .replaceAll("&apos;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}
