import type { HostileAnswer } from "./answers.ts";
import type { Outcome } from "./line.ts";
import type { Shot } from "./shot.ts";

export interface Violation {
  /** How to repeat it. */
  repeat: string;
  what: string;
  problems: string[];
  request: string;
  answer: string;
}

/** How often each. */
export type Counts = Readonly<Record<string, number>>;

/** Counts what was sent and keeps what went wrong. */
export function createReport(seed: number) {
  const routes: Record<string, Record<string, number>> = {};
  const kinds: Record<string, Record<string, number>> = {};
  const answers: Record<string, number> = {};
  const violations: Violation[] = [];

  return {
    violations,

    count(shot: Shot, outcome: Outcome): void {
      const status = typeof outcome === "string" ? outcome : String(outcome.status);
      increase((routes[shot.route] ??= {}), status);
      increase((kinds[shot.kind] ??= {}), status);
    },

    addShot(index: number, shot: Shot, outcome: Outcome, problems: string[]): void {
      violations.push({
        repeat: `--seed ${seed} --only ${index}`,
        what: `${shot.kind}, ${shot.route}: ${shot.what}`,
        problems,
        request: visible(shot.bytes),
        answer: typeof outcome === "string" ? outcome : answerText(outcome),
      });
    },

    countAnswer(speaker: string): void {
      increase(answers, speaker);
    },

    addAnswer(
      index: number,
      { speaker, what, steps, output }: HostileAnswer,
      problems: string[],
    ): void {
      violations.push({
        repeat: `--seed ${seed} --answer ${index}`,
        what: `answer of ${speaker}: ${what}`,
        problems,
        request: visible(Buffer.from([...steps, `output ${output}`].join("\n"))),
        answer: "",
      });
    },

    /** Checks something; a check that fails to run is a finding too. */
    async watch(when: string, look: () => Promise<string[]>): Promise<void> {
      const problems = await look().catch((error: unknown) => [String(error).slice(0, 2000)]);
      if (problems.length === 0) return;
      violations.push({ repeat: `--seed ${seed}`, what: when, problems, request: "", answer: "" });
    },

    summary: () => ({ seed, kinds, routes, answers }),
  };
}

export type Report = ReturnType<typeof createReport>;

function increase(counts: Record<string, number>, key: string): void {
  counts[key] = (counts[key] ?? 0) + 1;
}

const SHOWN_BYTES = 1500;

/** Bytes as a person can read and paste them. */
function visible(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.subarray(0, SHOWN_BYTES)).toString("latin1");
  const shown = text.replaceAll(/[^\x20-\x7e\n]/g, (character) =>
    character === "\r" ? "" : `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`,
  );
  return bytes.length > SHOWN_BYTES ? `${shown} … (${bytes.length} bytes)` : shown;
}

function answerText({ status, headers, body }: Exclude<Outcome, string>): string {
  const lines = [...headers].map(([name, value]) => `${name}: ${value}`);
  return `${status}\n${lines.join("\n")}\n\n${visible(body)}`;
}

/** One of each kind, with how often it was seen. */
export function groupedViolations(violations: readonly Violation[]) {
  const groups = new Map<string, { first: Violation; count: number }>();
  for (const violation of violations) {
    const [where = ""] = violation.what.split(": ");
    const key = `${where} ${violation.problems.join(" ").replaceAll(/\d+/g, "#").slice(0, 200)}`;
    const group = groups.get(key) ?? { first: violation, count: 0 };
    groups.set(key, { ...group, count: group.count + 1 });
  }
  return [...groups.values()];
}
