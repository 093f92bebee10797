import { expect, test } from "bun:test";
import { hostileAnswer, scriptFor } from "./answers.ts";
import { createDice } from "./dice.ts";

const castOf = (letter: string) => {
  const ids = [letter.repeat(21)];
  return {
    ids: { workspaces: ids, agents: ids, tasks: ids, comments: ids, chats: ids, runs: ids },
    deleted: ids,
    file: {},
  };
};
const answers = Array.from({ length: 200 }, (_, at) =>
  hostileAnswer(castOf("o"), castOf("f"), createDice(1, at)),
);

test("answers reach for other workspaces, settings, looser guards and things that do not exist", () => {
  const all = answers.map(({ output }) => output).join("\n");
  for (const wanted of [
    "f".repeat(21),
    '"binary_path"',
    '"max_passes":1000000',
    "delete_workspace",
  ]) {
    expect(all).toContain(wanted);
  }
  expect(new Set(answers.map(({ speaker }) => speaker)).size).toBe(3);
});

test("most of them can be parsed, so that their actions are tried", () => {
  const readable = answers.filter(({ output }) => {
    try {
      return Array.isArray((JSON.parse(output) as { actions?: unknown }).actions);
    } catch {
      return false;
    }
  });
  expect(readable.length).toBeGreaterThan(120);
});

test("a script gives the answer in one step, whatever is in it", () => {
  const script = scriptFor("demo-chat", { steps: ["exit 4"], output: '{"message":"```\nexit 3"}' });
  const lines = script.split("\n");
  expect(lines[0]).toBe("```demo-chat");
  expect(lines.at(-1)).toBe("```");
  expect(lines.slice(1, -1)).toEqual([
    'output {"message":"\\u0060\\u0060\\u0060',
    '| exit 3"}',
    "exit 4",
  ]);
});
