import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tempDir } from "#testing/temp-dir.ts";
import { keepServerRecord, readServerRecord, type ServerRecord } from "./server-record.ts";

const RECORD: ServerRecord = {
  pid: 4711,
  start_time: "12345",
  boot_id: "boot",
  version: "0.1.0",
  since: "2026-01-01T00:00:00.000Z",
  address: null,
  is_stopping: false,
  database_trouble: null,
  config: { port: "3456" },
};

const complain = (reason: string) => {
  throw new Error(reason);
};

test("a record is private, stays accurate, and disappears with the server", () => {
  using dir = tempDir();
  const record = keepServerRecord(dir.path, RECORD, complain);
  expect(readServerRecord(dir.path)).toEqual(RECORD);
  expect(statSync(join(dir.path, "server.json")).mode & 0o777).toBe(0o600);
  record.update({ address: "http://127.0.0.1:3456" });
  record.update({ is_stopping: true });
  expect(readServerRecord(dir.path)).toEqual({
    ...RECORD,
    address: "http://127.0.0.1:3456",
    is_stopping: true,
  });
  record.remove();
  record.update({ is_stopping: false });
  expect(readdirSync(dir.path)).toEqual([]);
});

test("the record of another server that has taken over is left alone", () => {
  using dir = tempDir();
  const first = keepServerRecord(dir.path, RECORD, complain);
  keepServerRecord(dir.path, { ...RECORD, pid: 4712 }, complain);
  first.update({ is_stopping: true });
  first.remove();
  expect(readServerRecord(dir.path)).toEqual({ ...RECORD, pid: 4712 });
});

test.each([
  ["no JSON", "pid 12"],
  ["another form", JSON.stringify({ pid: 12 })],
  ["the first process", JSON.stringify({ ...RECORD, pid: 1 })],
  ["a group instead of a process", JSON.stringify({ ...RECORD, pid: -4711 })],
  ["no start time", JSON.stringify({ ...RECORD, start_time: "" })],
  ["orders to a terminal", JSON.stringify({ ...RECORD, address: "http://x\u001b[2J" })],
])("a record with %s is ignored", (_what, text) => {
  using dir = tempDir();
  writeFileSync(join(dir.path, "server.json"), text);
  expect(readServerRecord(dir.path)).toBeNull();
});

test("a record that cannot be written is reported, and stops nothing", () => {
  using dir = tempDir();
  mkdirSync(join(dir.path, "server.json"));
  const reasons: string[] = [];
  const record = keepServerRecord(dir.path, RECORD, (reason) => reasons.push(reason));
  record.update({ is_stopping: true });
  record.remove();
  expect(reasons.length).toBeGreaterThan(0);
  expect(existsSync(join(dir.path, "server.json"))).toBe(true);
});
