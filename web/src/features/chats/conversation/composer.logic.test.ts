import { expect, test } from "bun:test";
import { actionOf, isSendKey, obstacleTo } from "./composer.logic.ts";

const still = { isProcessing: false, isSending: false, isStopping: false };

test.each([
  ["nothing is in progress", still, "send"],
  ["a message is being sent", { ...still, isSending: true }, "sending"],
  ["an answer is in progress", { ...still, isProcessing: true, isSending: true }, "stop"],
  ["it is being stopped", { ...still, isProcessing: true, isStopping: true }, "stopping"],
] as const)("when %s", (_when, state, action) => {
  expect(actionOf(state)).toBe(action);
});

const free = { isOffline: false, hasCli: true, action: "send", isUploading: false } as const;

test.each([
  ["nothing", free, null],
  ["a lost connection, above all", { ...free, isOffline: true, hasCli: false }, "offline"],
  ["an answer in progress", { ...free, action: "stop", isUploading: true }, "answering"],
  ["a message being sent", { ...free, action: "sending" }, "answering"],
  ["a missing CLI", { ...free, hasCli: false, isUploading: true }, "no_cli"],
  ["files being uploaded", { ...free, isUploading: true }, "uploading"],
] as const)("sending is prevented by %s", (_what, state, obstacle) => {
  expect(obstacleTo(state)).toBe(obstacle);
});

const enter = { key: "Enter", shiftKey: false, altKey: false, isComposing: false };

test("Enter sends, except with Shift, during IME composition and on a phone", () => {
  expect(isSendKey(enter, false)).toBe(true);
  expect(isSendKey({ ...enter, shiftKey: true }, false)).toBe(false);
  expect(isSendKey({ ...enter, isComposing: true }, false)).toBe(false);
  expect(isSendKey({ ...enter, key: "a" }, false)).toBe(false);
  expect(isSendKey(enter, true)).toBe(false);
});
