import { expect, test } from "bun:test";
import { createLedger, type Found } from "./ledger.ts";

const THERE: Found = new Map([
  ["task:1", { text: "old", status: "todo" }],
  ["comment:1", {}],
]);
const NOTHING: Found = new Map();

function withTask() {
  const ledger = createLedger();
  ledger.made("task:1", null, { text: "old" });
  ledger.made("comment:1", "task:1");
  return ledger;
}

test("what was acknowledged and is there is right", () => {
  expect(withTask().contradictions(THERE)).toEqual([]);
});

test("what was acknowledged and is not there is lost", () => {
  expect(withTask().contradictions(NOTHING)).toEqual([
    "task:1 was acknowledged and is lost",
    "comment:1 was acknowledged and is lost",
  ]);
});

test("an acknowledged change must be there, a refused one must not", () => {
  const ledger = withTask();
  ledger.asked("task:1", { fields: { text: "refused" } }).refused();
  expect(ledger.contradictions(THERE)).toEqual([]);
  ledger.asked("task:1", { fields: { text: "new" } }).acknowledged();
  expect(ledger.contradictions(THERE)).toEqual(['text of task:1 is "old" and not "new"']);
});

test("for a change that was cut off, both states are right and a third one is not", () => {
  const ledger = withTask();
  ledger.asked("task:1", { fields: { text: "new" } });
  expect(ledger.contradictions(THERE)).toEqual([]);
  expect(ledger.valueOf("task:1", "text")).toBeUndefined();
  const found = (text: string) => new Map([...THERE, ["task:1", { text }]]);
  expect(ledger.contradictions(found("new"))).toEqual([]);
  expect(ledger.contradictions(found("third"))).toHaveLength(1);
});

test("a deleted thing takes everything below it along, and must not come back", () => {
  const ledger = withTask();
  const removal = ledger.asked("task:1", { isThere: false });
  expect(ledger.contradictions(THERE)).toEqual([]);
  expect(ledger.contradictions(NOTHING)).toEqual([]);
  removal.acknowledged();
  expect(ledger.contradictions(NOTHING)).toEqual([]);
  expect(ledger.contradictions(THERE)).toEqual([
    "task:1 was deleted and is still there",
    "comment:1 was deleted and is still there",
  ]);
  ledger.settle(NOTHING);
  expect(ledger.contradictions(THERE)).toEqual([]);
});

test("once nothing is pending, the state that was found becomes certain", () => {
  const ledger = withTask();
  ledger.asked("task:1", { isThere: false });
  ledger.asked("task:1", { fields: { text: "new" } });
  ledger.settle(THERE);
  expect(ledger.valueOf("task:1", "text")).toBe("old");
  expect(ledger.contradictions(NOTHING)).toHaveLength(2);
});

test("a change to anything is a change to nothing in particular", () => {
  const ledger = withTask();
  ledger.asked("task:1", { fields: { status: "done" } }).acknowledged();
  expect(ledger.contradictions(THERE)).toEqual(['status of task:1 is "todo" and not "done"']);
  ledger.asked("task:1", { fields: { status: undefined } }).acknowledged();
  expect(ledger.contradictions(THERE)).toEqual([]);
});

test("only what is certain to be there is offered for further work", () => {
  const ledger = withTask();
  ledger.made("task:2", null);
  ledger.asked("task:2", { isThere: false });
  expect(ledger.keysOf("task")).toEqual(["task:1"]);
  expect(ledger.keysOf("comment", "task:1")).toEqual(["comment:1"]);
});
