import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Course } from "../vitals.ts";
import { machineText, productText } from "./machine.ts";
import { code, list, table, type Table } from "./markdown.ts";

interface Part {
  title: string;
  lines?: readonly string[];
  table?: Table;
}

/** A long run and its result. */
export interface LongRun {
  title: string;
  /** Repeats it. */
  command: string;
  begun: Date;
  seconds: number;
  parts: readonly Part[];
  violations: readonly { what: string; repeat: string }[];
}

/** As many as anyone reads; all of them were printed. */
const MOST_VIOLATIONS = 50;

export function writeReport(file: string, run: LongRun): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, reportText(run));
}

export function reportText({ title, command, begun, seconds, parts, violations }: LongRun): string {
  const sections = [
    `# ${title}: ${violations.length} violations`,
    list([
      `${begun.toISOString().slice(0, 16).replace("T", " ")} UTC, ${durationText(seconds)}`,
      productText(),
      machineText(),
      `Repeat with \`${command}\``,
    ]),
    ...parts.flatMap((part) => [
      `## ${part.title}`,
      ...(part.lines ? [list(part.lines)] : []),
      ...(part.table ? [table(part.table)] : []),
    ]),
    "## Violations",
    violations.length === 0 ? "0 violations." : violationsText(violations),
  ];
  return `${sections.join("\n\n")}\n`;
}

function violationsText(violations: LongRun["violations"]): string {
  const shown = violations
    .slice(0, MOST_VIOLATIONS)
    .flatMap(({ what, repeat }) => [`Repeat with \`${repeat}\`:`, code(what)]);
  const more = violations.length - MOST_VIOLATIONS;
  return [...shown, ...(more > 0 ? [`And ${more} more.`] : [])].join("\n\n");
}

/** How the server fared, one line for each figure. */
export function courseLines(course: Course | null): string[] {
  if (!course) return ["The system does not tell."];
  const { first, highest, last } = course;
  return [
    `memory ${first.memoryMb} → ${highest.memoryMb} → ${last.memoryMb} MB (first, highest, last)`,
    `descriptors ${first.descriptors} → ${highest.descriptors} → ${last.descriptors}`,
    `threads ${first.threads} → ${highest.threads} → ${last.threads}`,
  ];
}

function durationText(seconds: number): string {
  const whole = Math.round(seconds);
  return whole < 120 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
