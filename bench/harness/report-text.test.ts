import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compare } from "./measurement.ts";
import { readEarlier, writeReport, type Report } from "./report-file.ts";
import { reportText } from "./report-text.ts";

const read = { name: "read one row", unit: "requests/s", better: "higher", bound: 0.4 } as const;
const start = {
  name: "from the moment at which someone creates a task until its first agent is at work",
  unit: "ms",
  better: "lower",
  bound: 5,
  bounded: "difference",
} as const;
const lost = {
  name: "lost",
  unit: "",
  better: "lower",
  bound: 0,
  bounded: "malamar",
} as const;

const rounds = (figures: readonly number[]) => figures.map((figure) => [figure]);

function report(given: { read: number[]; start: number[] }): Report {
  return {
    date: "2026-01-31T17:30:00.000Z",
    rounds: 3,
    seconds: 312,
    machine: { cores: 8, cpu: "Some CPU", platform: "linux-x64", load: 0.2 },
    versions: { malamar: "0.1.0", bun: "1.4.4", sqlite: "3.53.4" },
    notes: ["read one row: over 32 connections."],
    results: [
      compare(read, rounds([60_000, 60_000, 60_000]), rounds(given.read)),
      compare(start, rounds([0.5, 0.5, 0.5]), rounds(given.start)),
      compare(lost, rounds([0, 0, 0]), rounds([0, 0, 0])),
    ],
    failures: [],
  };
}

const good = report({ read: [40_000, 42_000, 44_000], start: [1.5, 1.6, 1.7] });
const bad = report({ read: [20_000, 21_000, 22_000], start: [6, 6.5, 7] });

test("the report says what, Malamar, bare, how they compare, the bound and the verdict", () => {
  const lines = reportText(good, null).split("\n");
  expect(lines.find((line) => line.startsWith("read one row (requests/s)"))).toMatch(
    / 42,000 +60,000 +0\.70× \(0\.67–0\.73\) +≥ 0\.40× +ok$/,
  );
  expect(lines.find((line) => line.startsWith("from the moment"))).toMatch(
    / 1\.60 +0\.50 +\+1\.10 \(1–1\.20\) +≤ \+5 +ok$/,
  );
  expect(lines.find((line) => line.startsWith("lost"))).toMatch(/ 0 +0 .+ ≤ 0 +ok$/);
  expect(lines.at(-1)).toBe("All bounds hold: 3.");
  expect(lines.join("\n")).toContain("8 × Some CPU (linux-x64) with Bun 1.4.4");
  expect(lines.join("\n")).toContain("took 5 min 12 s.");
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(100);
});

test("a missed bound and a failure are named", () => {
  const failures = [{ name: "list of 100", error: "No space left on device" }];
  const text = reportText({ ...bad, failures }, null);
  expect(text).toMatch(/^read one row .+ MISSED$/m);
  expect(text).toContain("Not measured: list of 100: No space left on device");
  expect(text).toEndWith("Bounds missed: 2 of 3.");
});

test("next to an earlier report, read back from its file, it marks what is worse", () => {
  const folder = mkdtempSync(join(tmpdir(), "malamar-report-"));
  const file = join(folder, "earlier.json");
  writeReport(file, good, true);
  const lines = reportText(bad, readEarlier(file)).split("\n");
  rmSync(folder, { recursive: true });
  expect(lines.find((line) => line.startsWith("read one"))).toMatch(/ 0\.70× +worse −50 %$/);
  expect(lines.find((line) => line.startsWith("from the"))).toMatch(/ \+1\.10 +worse \+4\.90$/);
  expect(lines.find((line) => line.startsWith("lost"))).toMatch(/ 0 +\+0$/);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(100);
});

test("a row missing from either report has no change", () => {
  const earlier = { ...good, results: good.results.slice(1) };
  const text = reportText(good, { ...earlier, machine: { cores: 2, cpu: "Another" } });
  expect(text).toMatch(/^read one row .+ – +–$/m);
  expect(text).toContain("That was a different machine");
});

test.each([
  ["no JSON", "{", "malamar bench did not write it"],
  ["another JSON", '{"results":[1]}', "malamar bench did not write it"],
])("a file with %s is refused with its name", (_kind, content, why) => {
  const folder = mkdtempSync(join(tmpdir(), "malamar-report-"));
  const file = join(folder, "other.json");
  writeFileSync(file, content);
  expect(() => readEarlier(file)).toThrow(`${file} cannot be compared with: ${why}.`);
  rmSync(folder, { recursive: true });
});
