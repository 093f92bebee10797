import { expect, test } from "bun:test";
import { ActorType, TaskStatus } from "@malamar/contract/task.ts";
import { isHumanInput, type TaskAct } from "./human-input.ts";

const ACTS: readonly TaskAct[] = [
  { type: "create" },
  { type: "edit" },
  { type: "prioritize" },
  { type: "cancel" },
  { type: "delete" },
  ...TaskStatus.options.map((on) => ({ type: "comment" as const, on })),
  ...TaskStatus.options.map((to) => ({ type: "move" as const, to })),
];

const humanInputOf = (type: ActorType) => ACTS.filter((act) => isHumanInput({ type }, act));

test.each<[ActorType, TaskAct[]]>([
  [
    "user",
    [
      { type: "comment", on: "todo" },
      { type: "comment", on: "in_progress" },
      { type: "comment", on: "in_review" },
      { type: "move", to: "todo" },
    ],
  ],
  ["agent", []],
  ["system", []],
  ["trigger", []],
])("of all that a %s can do to a task, exactly this is human input: %j", (type, expected) => {
  expect(humanInputOf(type)).toEqual(expected);
});

test("there is no other actor and no other act", () => {
  expect<string[]>(ActorType.options).toEqual(["user", "agent", "system", "trigger"]);
  const kinds = new Set(ACTS.map(({ type }) => type)) satisfies Set<TaskAct["type"]>;
  expect(kinds.size).toBe(7);
});
