import { expect, test } from "bun:test";
import { ServerEvent, StreamEvent } from "@malamar/contract/event.ts";
import {
  FRAME_TYPES,
  changeDelay,
  eventsUrl,
  newLink,
  nextLink,
  parseFrame,
  retryDelay,
  type Happening,
} from "./event-source.logic.ts";

const hello: Happening = { type: "frame", id: "" };
const connect: Happening = { type: "connect" };
const failed: Happening = { type: "failed" };
const after = (...happenings: Happening[]) => happenings.reduce(nextLink, newLink(null));

test("a link is open with the first frame, not before", () => {
  expect(after(connect).phase).toBe("connecting");
  expect(after(connect, hello).phase).toBe("open");
});

test("failures add up until a frame arrives", () => {
  expect(after(connect, failed, connect, failed)).toMatchObject({ phase: "waiting", failures: 2 });
  expect(after(connect, failed, connect, hello).failures).toBe(0);
});

test("a connection resumes from the last id it saw", () => {
  const event: Happening = { type: "frame", id: "b-7" };
  expect(after(connect, hello, event, failed, connect).lastId).toBe("b-7");
  expect(after(connect, hello, failed, connect).lastId).toBe(null);
});

test("a frame without an id keeps the last one", () => {
  expect(nextLink(newLink("b-3"), hello).lastId).toBe("b-3");
});

test("retries slow down from one second to ten", () => {
  expect([1, 2, 3, 4, 5, 50].map(retryDelay)).toEqual([1000, 2000, 4000, 8000, 10000, 10000]);
});

test("the address has the last id and the runs only if there are any", () => {
  expect(eventsUrl(null, [])).toBe("/api/events");
  expect(eventsUrl("boot/1-42", [])).toBe("/api/events?last_event_id=boot%2F1-42");
  expect(eventsUrl(null, ["a"])).toBe("/api/events?runs=a");
  expect(eventsUrl("b-1", ["a", "b"])).toBe("/api/events?last_event_id=b-1&runs=a%2Cb");
});

test("a new run is watched at once, and one no longer needed is kept for a while", () => {
  expect(changeDelay([], [])).toBe(null);
  expect(changeDelay(["a", "b"], ["b", "a"])).toBe(null);
  expect(changeDelay([], ["a"])).toBe(50);
  expect(changeDelay(["a"], ["b"])).toBe(50);
  expect(changeDelay(["a", "b"], ["b"])).toBe(10_000);
  expect(changeDelay(["a"], [])).toBe(10_000);
});

test("a frame is its type and its data", () => {
  expect(parseFrame({ type: "settings.updated", data: "{}" })).toEqual({
    type: "settings.updated",
  });
  expect(parseFrame({ type: "hello", data: '{"version":"0.1.0","boot_id":"b"}' })).toEqual({
    type: "hello",
    version: "0.1.0",
    boot_id: "b",
  });
});

test("an unreadable frame triggers a resync", () => {
  expect(parseFrame({ type: "workspace.created", data: '{"workspace_id":1}' })).toEqual({
    type: "resync",
  });
  expect(parseFrame({ type: "settings.updated", data: "not json" })).toEqual({
    type: "settings.updated",
  });
  expect(parseFrame({ type: "workspace.created", data: "null" })).toEqual({ type: "resync" });
});

test("every event of the contract has a listener", () => {
  expect(FRAME_TYPES).toContain("hello");
  expect(FRAME_TYPES).toContain("resync");
  expect(FRAME_TYPES).toContain("run.transcript");
  expect(FRAME_TYPES).toContain("cli.health_changed");
  expect(FRAME_TYPES).toContain("chat.message_added");
  expect(FRAME_TYPES).toHaveLength(ServerEvent.options.length + StreamEvent.options.length);
});
