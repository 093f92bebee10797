import { expect, test } from "bun:test";
import { readTabMessage, type TabMessage } from "./event-hub.logic.ts";

test.each<TabMessage>([
  {
    kind: "status",
    isOnline: true,
    lastId: "b-1",
    hello: { type: "hello", version: "0.1.0", boot_id: "b" },
  },
  { kind: "status", isOnline: false, lastId: null, hello: null },
  { kind: "frame", id: "b-2", type: "settings.updated", data: "{}" },
  { kind: "frame", id: "b-2", type: "from.the.future", data: '{"any":"thing"}' },
  { kind: "ask", types: ["hello", "from.the.future"] },
  { kind: "leading" },
])("tabs understand each other: %j", (message) => {
  expect(readTabMessage(message)).toEqual(message);
});

test("messages of another version are passed over", () => {
  expect(readTabMessage({ kind: "shout" })).toBe(null);
  expect(readTabMessage({ kind: "ask" })).toBe(null);
  expect(readTabMessage("ask")).toBe(null);
});
