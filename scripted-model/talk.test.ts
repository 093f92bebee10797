import { expect, test } from "bun:test";
import { readTalk, type Utterance } from "./talk.ts";

const user = (text: string): Utterance => ({ from: "user", text });
const tool = (text: string): Utterance => ({ from: "tool", text });

test("results are what the tools answered since the last prompt, oldest first", () => {
  const talk = [user("one"), tool("a"), user("two"), tool("b"), tool("c")];
  expect(readTalk(talk)).toEqual({ prompt: "two", results: ["b", "c"] });
});

test("nobody has said anything", () => {
  expect(readTalk([])).toEqual({ prompt: "", results: [] });
});

test.each([
  ["a reminder", "<system-reminder>\nBe kind.\n</system-reminder>"],
  [
    "several reminders",
    "<system-reminder>a</system-reminder>\n<system-reminder>b</system-reminder>\n",
  ],
  ["Codex's surroundings", "<environment_context>\n<cwd>/w</cwd>\n</environment_context>"],
  ["Gemini CLI's surroundings", "<session_context>\nToday\n</session_context>"],
  ["Claude Code's call for a structured answer", "[structured-output-enforce] You MUST call it."],
  ["nothing", "  \n"],
])("%s is not a prompt, and does not reset the steps", (_name, housekeeping) => {
  const talk = [user("do it"), tool("done"), user(housekeeping)];
  expect(readTalk(talk)).toEqual({ prompt: "do it", results: ["done"] });
});

test("the text next to a reminder is the prompt", () => {
  const talk = [
    user("<system-reminder>x</system-reminder>\ndo it\n<system-reminder>y</system-reminder>"),
  ];
  expect(readTalk(talk).prompt).toBe("do it");
});
