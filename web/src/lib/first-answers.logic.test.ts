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

test("a stream that starts where the responses are has missed nothing", () => {
  const { ask, begin, missed } = page();
  const [early, late] = [ask(), ask()];
  early("boot-x-7");
  begin("boot-x-7");
  late("boot-x-7");
  expect(missed()).toBe(0);
});

test("a response made before the stream and an event is fetched again", () => {
  const { ask, begin, missed } = page();
  ask()("b-9");
  ask()("b-6");
  begin("b-7");
  expect(missed()).toBe(1);
});

test("so is one still in flight when the stream starts, and all of them once", () => {
  const { ask, begin, missed } = page();
  const answers = [ask(), ask()];
  begin("b-7");
  expect(missed()).toBe(0);
  for (const answer of answers) answer("b-6");
  expect(missed()).toBe(1);
});

test("a response made after the start of the stream is current, and its events arrive", () => {
  const { ask, begin, missed } = page();
  const answer = ask();
  begin("b-7");
  answer("b-8");
  expect(missed()).toBe(0);
});

test("requests made after the start of the stream are not checked", () => {
  const { ask, begin, missed } = page();
  begin("b-7");
  ask()("b-1");
  expect(missed()).toBe(0);
});

test.each([null, "", "nonsense", "other-9"])("a response of unknown age is old: %p", (eventId) => {
  const { ask, begin, missed } = page();
  ask()(eventId);
  begin("b-7");
  expect(missed()).toBe(1);
});

test("a tab that has followed another tab's stream from the start has missed nothing", () => {
  const { ask, skip, begin, missed } = page();
  const answer = ask();
  skip();
  answer("b-1");
  begin("b-7");
  expect(missed()).toBe(0);
});

test("after leaving a stream, the next one is compared again", () => {
  const { ask, begin, startOver, missed } = page();
  begin("b-7");
  startOver();
  ask()("b-8");
  begin("b-9");
  expect(missed()).toBe(1);
});
