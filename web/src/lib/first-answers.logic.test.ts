import { expect, test } from "bun:test";
import { createFirstAnswers } from "./first-answers.logic.ts";

function page() {
  const answers = createFirstAnswers();
  let missed = 0;
  return {
    ...answers,
    begin: (eventId: string | null) => answers.begin(eventId, () => missed++),
    missed: () => missed,
  };
}

test("a stream that begins where the answers stand has missed nothing", () => {
  const { ask, begin, missed } = page();
  const [early, late] = [ask(), ask()];
  early("boot-x-7");
  begin("boot-x-7");
  late("boot-x-7");
  expect(missed()).toBe(0);
});

test("an answer that was made before the stream and an event is read again", () => {
  const { ask, begin, missed } = page();
  ask()("b-9");
  ask()("b-6");
  begin("b-7");
  expect(missed()).toBe(1);
});

test("so is one that is still on its way when the stream begins, and all of them once", () => {
  const { ask, begin, missed } = page();
  const answers = [ask(), ask()];
  begin("b-7");
  expect(missed()).toBe(0);
  for (const answer of answers) answer("b-6");
  expect(missed()).toBe(1);
});

test("an answer that was made after the stream began is true, and its events come", () => {
  const { ask, begin, missed } = page();
  const answer = ask();
  begin("b-7");
  answer("b-8");
  expect(missed()).toBe(0);
});

test("what is asked for once the stream has begun is not looked at", () => {
  const { ask, begin, missed } = page();
  begin("b-7");
  ask()("b-1");
  expect(missed()).toBe(0);
});

test.each([null, "", "nonsense", "other-9"])("an answer of unknown age is old: %p", (eventId) => {
  const { ask, begin, missed } = page();
  ask()(eventId);
  begin("b-7");
  expect(missed()).toBe(1);
});

test("who has heard another tab's stream from the start has missed nothing", () => {
  const { ask, skip, begin, missed } = page();
  const answer = ask();
  skip();
  answer("b-1");
  begin("b-7");
  expect(missed()).toBe(0);
});

test("after a stream was left the next one is compared anew", () => {
  const { ask, begin, startOver, missed } = page();
  begin("b-7");
  startOver();
  ask()("b-8");
  begin("b-9");
  expect(missed()).toBe(1);
});
