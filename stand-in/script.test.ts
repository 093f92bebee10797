import { describe, expect, test } from "bun:test";
import { chooseSteps, findScript, parseScript, ScriptError, type Situation } from "./script.ts";

const FIRST: Situation = { summary: "Add a page", visit: 1, newUserComment: null };

/** The steps of a script without what plays them. */
function stepsOf(script: string, situation: Partial<Situation> = {}) {
  const steps = chooseSteps(parseScript(script), { ...FIRST, ...situation });
  return steps.map(({ verb, details }) => [verb, details]);
}

const said = (script: string, situation: Partial<Situation> = {}) =>
  stepsOf(script, situation).map(([, details]) => details);

test.each([
  ["think Look first.", ["think", "Look first."]],
  ["say   Hello:  world ", ["say", "Hello:  world"]],
  [
    'tool Bash {"command":"ls"} => a => b',
    [
      "tool",
      { name: "Bash", input: { command: "ls" }, result: { output: "a => b", is_error: false } },
    ],
  ],
  [
    "tool Read notes.md =>! no such file",
    [
      "tool",
      {
        name: "Read",
        input: { text: "notes.md" },
        result: { output: "no such file", is_error: true },
      },
    ],
  ],
  ["tool Bash", ["tool", { name: "Bash", input: { text: "" }, result: null }]],
  ["write a/b.md Hello there", ["write", { path: "a/b.md", text: "Hello there" }]],
  ["delete a/b.md", ["delete", "a/b.md"]],
  ["wait 500ms", ["wait", 500]],
  ["wait 1.5s", ["wait", 1500]],
  ["wait 2m", ["wait", 120_000]],
  [
    "usage 1200 in, 300 out, 100 cached, $0.02",
    ["usage", { input_tokens: 1200, output_tokens: 300, cached_tokens: 100, cost_usd: 0.02 }],
  ],
  [
    "usage 5 out",
    ["usage", { input_tokens: null, output_tokens: 5, cached_tokens: null, cost_usd: null }],
  ],
  ["session abc-1", ["session", "abc-1"]],
  ["gate go", ["gate", "go"]],
  ["comment Done.", ["comment", "Done."]],
  ["skip", ["skip", true]],
  ["review", ["review", true]],
  ["in_review", ["in_review", true]],
  ["output not json", ["output", "not json"]],
  ["no output", ["no output", true]],
  ["empty output", ["empty output", true]],
  ["late output 500ms", ["late output", 500]],
  ["error no credit", ["error", "no credit"]],
  ["no terminal", ["no terminal", true]],
  ["exit 3", ["exit", { code: 3, text: "" }]],
  ["exit 3 no credit", ["exit", { code: 3, text: "no credit" }]],
  ["kill SIGSEGV", ["kill", "SIGSEGV"]],
  ["hang", ["hang", true]],
  ["ignore signals", ["ignore signals", true]],
  ["flood 100MB", ["flood", { bytes: 100_000_000, newlines: true }]],
  ["flood 10KB without newlines", ["flood", { bytes: 10_000, newlines: false }]],
  ["flood stderr 10MB", ["flood stderr", { bytes: 10_000_000, newlines: true }]],
  ["stderr oh no", ["stderr", "oh no"]],
  ["raw oh no", ["raw", "oh no"]],
  ["fork", ["fork", true]],
  ["fork bare", ["fork bare", true]],
  ["pid file", ["pid", "file"]],
  ["env file", ["env", "file"]],
])("`%s` is understood", (line, step) => {
  expect(stepsOf(line)).toEqual([step]);
});

test.each([
  ["say hello\n  tink about it", 'line 2: "tink" is not a step that I know.'],
  ["visit one:", 'line 1: "visit" is not a step that I know.'],
  ["constructor", 'line 1: "constructor" is not a step that I know.'],
  ["\n\nwait soon", 'line 3: "wait" has to be written like this: wait 2s'],
  ["wait 2 weeks", 'line 1: "wait" has to be written like this: wait 2s'],
  ["wait 2constructor", 'line 1: "wait" has to be written like this: wait 2s'],
  ["say", 'line 1: "say" has to be written like this: say Looking at the task.'],
  ["skip it", 'line 1: "skip" has to be written like this: skip'],
  ["exit 256", 'line 1: "exit" has to be written like this: exit 3 some text for stderr'],
  ["kill SIGNOTHING", 'line 1: "kill" has to be written like this: kill SIGSEGV'],
  ["write /etc/motd x", 'line 1: "write" has to be written like this: write notes.md Hello'],
  ["write a/../../b x", 'line 1: "write" has to be written like this: write notes.md Hello'],
  ["delete ../b", 'line 1: "delete" has to be written like this: delete notes.md'],
  ["delete a b", 'line 1: "delete" has to be written like this: delete notes.md'],
  ['tool Bash {"a": => b', 'line 1: "tool" has to be written like this: '],
  ["usage 12 tokens", 'line 1: "usage" has to be written like this: '],
  ["flood much", 'line 1: "flood" has to be written like this: flood 100MB'],
  ["quota 2030-99-99", 'line 1: "quota" has to be written like this: quota 2h'],
  ["| text", 'line 1: "|" continues a step, but there is none.'],
])("%j is refused: %s", (script, message) => {
  expect(() => parseScript(script)).toThrow(ScriptError);
  expect(() => parseScript(script)).toThrow(message);
});

test("remarks and empty lines are skipped, and | continues a text with its own indentation", () => {
  const script = `
    # what I do first
    comment
      | ## Plan
      |
      |   - indented
    skip
  `;
  expect(stepsOf(script)).toEqual([
    ["comment", "\n## Plan\n\n  - indented".trim()],
    ["skip", true],
  ]);
});

describe("headings", () => {
  const script = `
    say every time
    visit 1:
      say first
    visits 2-3:
      say middle
    after:
      say later
    always:
      say end
    when the user comments:
      say an answer
  `;

  test.each([
    [1, ["every time", "first", "end"]],
    [2, ["every time", "middle", "end"]],
    [3, ["every time", "middle", "end"]],
    [4, ["every time", "later", "end"]],
    [99, ["every time", "later", "end"]],
  ])("visit %d", (visit, expected) => {
    expect(said(script, { visit })).toEqual(expected);
  });

  test("a new comment of the user takes precedence over everything else", () => {
    expect(said(script, { visit: 2, newUserComment: "Why?" })).toEqual(["an answer"]);
  });

  test("without a block for it, a comment of the user changes nothing", () => {
    expect(said("say same", { newUserComment: "Why?" })).toEqual(["same"]);
  });

  test("a visit that the script does not cover has no steps", () => {
    expect(said("visit 1:\n say first", { visit: 2 })).toEqual([]);
  });

  test("a part for certain tasks replaces the general one", () => {
    const parts = `say general\ntask "release NOTES":\nvisit 1:\n say special\nafter:\n skip`;
    expect(said(parts)).toEqual(["general"]);
    expect(said(parts, { summary: "Write the Release notes" })).toEqual(["special"]);
  });
});

test.each([
  ["no block", null],
  ["```sh\nls\n```", null],
  ["Text\n\n```demo\nsay hi\n```\nmore", "say hi\n"],
  ["````demo \nsay ```\nskip\n````", "say ```\nskip\n"],
  ["~~~demo\nskip\n~~~", "skip\n"],
  ["```demo\nskip\n```\n```demo\nreview\n```", "skip\n"],
])("the script in %j is %j", (role, script) => {
  expect(findScript(role, "demo")).toBe(script);
});

test("chats have a script of their own", () => {
  const role = "```demo\nskip\n```\n```demo-chat\nanswer hi\n```";
  expect(findScript(role, "demo")).toBe("skip\n");
  expect(findScript(role, "demo-chat")).toBe("answer hi\n");
  expect(findScript("```demo\nskip\n```", "demo-chat")).toBeNull();
});
