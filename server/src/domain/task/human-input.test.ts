import { expect, test } from "bun:test";
import { ActorType, TaskStatus } from "@malamar/contract/task.ts";
import { isHumanInput, type TaskAct } from "./human-input.ts";

const ACTS: readonly TaskAct[] = [
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
])("of all comments and moves of a %s, exactly these are human input: %j", (type, expected) => {
  expect(humanInputOf(type)).toEqual(expected);
});

test("there is no other actor", () => {
  expect<string[]>(ActorType.options).toEqual(["user", "agent", "system", "trigger"]);
});
