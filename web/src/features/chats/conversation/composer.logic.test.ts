import { expect, test } from "bun:test";
import { actionOf, isSendKey, obstacleTo } from "./composer.logic.ts";

const still = { isProcessing: false, isSending: false, isStopping: false };

test.each([
  ["nothing is under way", still, "send"],
  ["a message is on its way", { ...still, isSending: true }, "sending"],
  ["an answer is under way", { ...still, isProcessing: true, isSending: true }, "stop"],
  ["it is being stopped", { ...still, isProcessing: true, isStopping: true }, "stopping"],
] as const)("when %s", (_when, state, action) => {
  expect(actionOf(state)).toBe(action);
});

const free = { isOffline: false, hasCli: true, action: "send", isUploading: false } as const;

test.each([
  ["nothing", free, null],
  ["a lost connection, before all else", { ...free, isOffline: true, hasCli: false }, "offline"],
  ["an answer under way", { ...free, action: "stop", isUploading: true }, "answering"],
  ["a message on its way", { ...free, action: "sending" }, "answering"],
  ["that there is no CLI", { ...free, hasCli: false, isUploading: true }, "no_cli"],
  ["files on their way", { ...free, isUploading: true }, "uploading"],
] as const)("what keeps it from being sent is %s", (_what, state, obstacle) => {
  expect(obstacleTo(state)).toBe(obstacle);
});

const enter = { key: "Enter", shiftKey: false, altKey: false, isComposing: false };

test("Enter sends, and means something else with Shift, in an input method and on a phone", () => {
  expect(isSendKey(enter, false)).toBe(true);
  expect(isSendKey({ ...enter, shiftKey: true }, false)).toBe(false);
  expect(isSendKey({ ...enter, isComposing: true }, false)).toBe(false);
  expect(isSendKey({ ...enter, key: "a" }, false)).toBe(false);
  expect(isSendKey(enter, true)).toBe(false);
});
