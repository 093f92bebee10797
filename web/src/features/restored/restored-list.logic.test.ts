import { expect, test } from "bun:test";
import { switchedOff } from "./restored-list.logic.ts";

const nothing = {
  is_waiting: true,
  restored_at: "2026-01-01T00:00:00.000Z",
  programs: [],
  variables: [],
  channels: [],
};

test("everything switched off has a line, with the details needed to judge it", () => {
  expect(
    switchedOff({
      ...nothing,
      programs: [{ cli_type: "claude", binary_path: "/opt/claude" }],
      variables: [{ cli_type: "codex", names: ["NODE_OPTIONS", "PATH"] }],
      channels: [
        { channel: "email", host: "api.mailgun.net", recipient: "me@example.org" },
        { channel: "webhook", host: "example.org:8080", recipient: null },
        { channel: "ntfy", host: null, recipient: null },
      ],
    }),
  ).toEqual([
    { name: "Claude Code program", detail: "/opt/claude" },
    { name: "Codex CLI variables", detail: "NODE_OPTIONS, PATH" },
    { name: "Email notifications", detail: "to me@example.org, through api.mailgun.net" },
    { name: "Webhook notifications", detail: "through example.org:8080" },
    { name: "ntfy notifications", detail: "" },
  ]);
});

test("a backup without such contents has nothing to list", () => {
  expect(switchedOff(nothing)).toEqual([]);
});
