import { expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "#support/malamar.ts";
import { reportText, writeReport, type LongRun } from "./report.ts";

const RUN: LongRun = {
  title: "Faults",
  command: "npm run test:faults -- --seed 7",
  begun: new Date("2026-03-04T05:06:07Z"),
  seconds: 125.4,
  parts: [
    { title: "Writes", lines: ["12 acknowledged", "memory 80 → 120 → 90 MB"] },
    {
      title: "Kinds",
      table: {
        head: ["kind", "struck", "what"],
        rows: [
          ["kill-server", 7, "a | b"],
          ["x", 12345, "größer ✓"],
        ],
      },
    },
  ],
  violations: [],
};

const BROKEN = {
  ...RUN,
  violations: [{ repeat: "--seed 7", what: "a *b* _c_\n60 | \r\n\t\n\n```js\n<x>\n````\n " }],
};

test("a report says what was run, on what, for how long, and how to repeat it", () => {
  const text = reportText(RUN);
  expect(text).toStartWith("# Faults: 0 violations\n\n- 2026-03-04 05:06 UTC, 2 min 5 s\n");
  expect(text).toMatch(/- Malamar \d+\.\d+\.\d+/);
  expect(text).toMatch(/- \d+ cores, [\d.]+ GB of memory, .*Bun \d/);
  expect(text).toContain("- Repeat with `npm run test:faults -- --seed 7`");
  expect(text).toEndWith("\n0 violations.\n");
});

test("every violation is shown as it is, with the way to repeat it", () => {
  const text = reportText(BROKEN);
  expect(text).toContain("# Faults: 1 violations");
  expect(text).toContain(
    "Repeat with `--seed 7`:\n\n`````text\na *b* _c_\n60 |\n\n\n```js\n<x>\n````\n`````",
  );
});

test("a written report needs no formatting, whatever is in it", async () => {
  const dir = mkdtempSync(join(tmpdir(), "malamar-report-"));
  try {
    const files = [RUN, BROKEN].map((run, at) => {
      const file = join(dir, "deeper", `${at}.md`);
      writeReport(file, run);
      return file;
    });
    const formatted = files.map((file) => {
      const { stdout } = Bun.spawnSync(
        [join(ROOT, "node_modules/.bin/oxfmt"), "--stdin-filepath", "docs/x.md"],
        { cwd: ROOT, stdin: readFileSync(file) },
      );
      return stdout.toString();
    });
    expect(formatted).toEqual(files.map((file) => readFileSync(file, "utf8")));
  } finally {
    rmSync(dir, { recursive: true });
  }
}, 20_000);
