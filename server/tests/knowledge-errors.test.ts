import { describe, expect, test } from "bun:test";
import { Glob } from "bun";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { endMessage } from "#engines/cli/end-message.ts";
import { readAnswer } from "#engines/cli/read-answer.ts";
import { findBinary } from "#engines/cli/find-binary.ts";
import { ARTICLES } from "#knowledge/articles.ts";
import { malamarInstruction } from "#knowledge/knowledge.ts";
import { TASK_ANSWER } from "#loop/answer-form.ts";
import { prepareWorkplace } from "#loop/workplace.ts";
import { tempDir } from "#testing/temp-dir.ts";

const SOURCES = join(import.meta.dir, "../src");
const TEXT = ARTICLES.find(({ slug }) => slug === "troubleshooting")!.content;
const EXPLAINED = [...TEXT.matchAll(/^### `(.+)`$/gm)].map(([, text]) => text!);

/** A text with `{places}` as a pattern for Malamar's real texts. */
function patternOf(text: string): RegExp {
  const words = text.split(/\{[^}]+\}/).map((part) => RegExp.escape(part));
  return new RegExp(`^${words.join(".+")}`);
}

/** Every error text of a task, made by the code that makes them. */
function everyFailure(dir: string): string[] {
  const path = join(dir, "answer.json");
  const answered = (text: string | null) => {
    if (text !== null) writeFileSync(path, text);
    const end = readAnswer({ kind: "completed", answer: null }, path, TASK_ANSWER);
    return end.kind === "failed" ? end.failure.message : end.kind;
  };
  return [
    endMessage({ kind: "not_started", reason: "no" }),
    endMessage({ kind: "exited", code: 3, message: "no" }),
    endMessage({ kind: "killed", signal: "SIGKILL" }),
    endMessage({ kind: "reported_error", message: "no" }),
    answered(null),
    answered(""),
    answered("Dear team"),
    answered('{"actions":[{"type":"change_status","status":"done"}]}'),
  ];
}

test("every error text of a task is explained, and no other", () => {
  using dir = tempDir();
  const failures = everyFailure(dir.path);
  const unexplained = failures.filter(
    (failure) => !EXPLAINED.some((text) => patternOf(text).test(failure)),
  );
  expect(unexplained).toEqual([]);
  const unheardOf = EXPLAINED.filter(
    (text) => !failures.some((failure) => patternOf(text).test(failure)),
  );
  expect(unheardOf).toEqual([]);
});

describe("why a CLI could not be started", () => {
  const problemIn = (dir: string, cwd: string | null) => {
    const brief = () => ({ briefing: { kind: "question" as const, text: "" } });
    const place = prepareWorkplace({ tempDir: dir, cwd, isOwn: false, brief });
    return "problem" in place ? place.problem : "nothing";
  };

  test("a directory that does not exist, cannot be entered, or is not named", () => {
    using dir = tempDir();
    const loop = join(dir.path, "loop");
    symlinkSync(loop, loop);
    for (const path of ["/no/such/directory", loop]) {
      const [reason] = problemIn(dir.path, path).split(":");
      expect(TEXT).toContain(`\`${reason}\``);
    }
    expect(TEXT).toContain(`\`${problemIn(dir.path, null)}\``);
  });

  test("a program that does not exist", () => {
    const found = findBinary("no-such-cli", "");
    expect("error" in found && TEXT.includes(`\`${found.error}\``)).toBe(true);
  });
});

test("Malamar's own texts in chats and on tasks are quoted verbatim", () => {
  const sources = [...new Glob("**/*.ts").scanSync(SOURCES)]
    .filter((path) => !path.endsWith(".test.ts"))
    .map((path) => readFileSync(join(SOURCES, path), "utf8"))
    .join("\n");
  const quoted = ["chats", "troubleshooting", "instruction"].flatMap((slug) =>
    [...textOf(slug).matchAll(/`([A-Z][a-z]+ [^`{(]+)`/g)].map(([, text]) => text!),
  );
  expect(quoted.length).toBeGreaterThan(5);
  const unheardOf = quoted.filter((text) => !sources.includes(text.split(/[…:]/)[0]!.trim()));
  expect(unheardOf).toEqual([]);
});

function textOf(slug: string): string {
  if (slug === "instruction") return malamarInstruction("/knowledge");
  return ARTICLES.find((article) => article.slug === slug)!.content;
}

describe("why a task could not work in its repository", () => {
  const text = ARTICLES.find(({ slug }) => slug === "repositories")!.content;
  const reasons = [...text.matchAll(/^\| (`.+?`) +\|/gm)]
    .flatMap(([, cell]) => cell!.split("`, `"))
    .map((cell) => cell.replaceAll("`", ""));

  /** With "…" for whatever is different each time. */
  const isExplained = (problem: string) =>
    reasons.some((reason) => {
      const words = reason.split("…").map((part) => RegExp.escape(part));
      return new RegExp(words.join(".*"), "s").test(problem);
    });

  test("every problem that the code names is in the table", () => {
    const problems = [...new Glob("{repository,git}/*.ts").scanSync(SOURCES)]
      .filter((file) => !file.endsWith(".test.ts"))
      .flatMap((file) => {
        const source = readFileSync(join(SOURCES, file), "utf8");
        return [
          ...source.matchAll(/new RepositoryProblem\(\s*(?:problem \?\? )?[`"](.+?)[`"],?\s*\)/gs),
          ...(file === "git/repository-look.ts"
            ? source.matchAll(/(?:return|problem =) `([^`\n]* [^`\n]*)`/g)
            : []),
        ].map(([, words]) => words!.replaceAll(/\$\{.+?\}/g, "x"));
      });
    expect(problems.length).toBeGreaterThan(15);
    expect(problems.filter((problem) => !isExplained(problem))).toEqual([]);
  });
});
