import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import type { ChatId } from "@malamar/contract/ids.ts";
import { storageError } from "#uploads/storage-error.ts";
import {
  attachmentsServer,
  CHAT,
  multipart,
  openRequest,
  part,
} from "#testing/attachments-server.ts";
import { USER } from "#testing/actors.ts";
import { until } from "#testing/live-processes.ts";

const MB = 1024 * 1024;

test("files that were complete before a bad one stay, with their messages, and the answer says so", async () => {
  await using server = await attachmentsServer();
  const answer = await server.send(
    multipart(part("a", "1"), part("b", "2"), part("..", "3"), part("d", "4")),
  );
  expect(answer).toMatchObject({
    status: 400,
    error: "A file has a name of dots only. The 2 files before it were stored.",
  });
  expect(server.stored()).toEqual({ a: "1", b: "2" });
  expect(server.notes).toEqual([join(server.folder, "a"), join(server.folder, "b")]);
});

test("a hundred files can be sent at once, and the first hundred of more are kept", async () => {
  await using server = await attachmentsServer();
  const files = Array.from({ length: 2000 }, (_, at) => part(`${at}`, "x"));
  expect((await server.send(multipart(...files.slice(0, 100)))).messages).toHaveLength(100);
  const answer = await server.send(multipart(...files));
  expect(answer).toMatchObject({
    status: 400,
    error: "At most 100 files can be sent at once. The 100 files before it were stored.",
  });
  expect(Object.keys(server.stored())).toHaveLength(100);
}, 30_000);

describe("a limit of 1 MB", () => {
  test("is per file, to the byte", async () => {
    await using server = await attachmentsServer({ maxUploadMb: 1 });
    const whole = part("a", Buffer.alloc(MB));
    const exact = await server.send(multipart(whole, whole, part("b", Buffer.alloc(MB))));
    expect(exact).toMatchObject({ status: 201 });
    const answer = await server.send(multipart(part("c", "x"), part("d", Buffer.alloc(MB + 1))));
    expect(answer).toMatchObject({
      status: 413,
      code: "PAYLOAD_TOO_LARGE",
      error:
        "The file d is larger than 1 MB, which is the most that an attachment may have here (MALAMAR_MAX_UPLOAD_MB). The file before it was stored.",
    });
    expect(Object.keys(server.stored()).toSorted()).toEqual(["a", "b", "c"]);
  });

  test("ends an endless body", async () => {
    await using server = await attachmentsServer({ maxUploadMb: 1 });
    const endless = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(part("a", "").subarray(0, -2)),
      pull: (controller) => controller.enqueue(Buffer.alloc(65_536)),
    });
    expect((await server.send(endless)).status).toBe(413);
    expect(server.stored()).toEqual({});
  });

  test("refuses a declared length that no hundred files can have, before anything is sent", async () => {
    await using server = await attachmentsServer({ maxUploadMb: 1 });
    const socket = await openRequest(server, `Content-Length: ${200 * MB}\r\n`, "");
    expect(await socket.answer).toStartWith("HTTP/1.1 413 ");
    expect(server.stored()).toEqual({});
  });
});

describe("of an interrupted upload", () => {
  test.each([
    [
      "with a declared length",
      "Content-Length: 999999\r\n",
      (body: Buffer) => body.toString("latin1"),
    ],
    [
      "in chunks",
      "Transfer-Encoding: chunked\r\n",
      (body: Buffer) => `${body.length.toString(16)}\r\n${body.toString("latin1")}\r\n`,
    ],
  ])("%s only complete files are left", async (_what, headers, framed) => {
    await using server = await attachmentsServer();
    const body = Buffer.concat([
      part("whole", "1"),
      part("half", "x".repeat(5000)).subarray(0, 2000),
    ]);
    const answered = server.nextAnswer();
    const socket = await openRequest(server, headers, framed(body));
    await until(() =>
      Object.keys(server.stored()).some((name) => name.startsWith(".malamar_upload_")),
    );
    socket.hangUp();
    await answered;
    expect(server.stored()).toEqual({ whole: "1" });
    expect(server.notes).toEqual([join(server.folder, "whole")]);
    expect(server.logLines.filter((line) => line.includes("[ERROR]"))).toEqual([]);
  });

  test("nothing is left when Malamar ends", async () => {
    await using server = await attachmentsServer();
    await openRequest(server, "Content-Length: 999999\r\n", part("half", "x").toString("latin1"));
    await until(() => Object.keys(server.stored()).length === 1);
    server.attachments.stop();
    expect(server.stored()).toEqual({});
  });

  test("nothing is left when its chat is deleted", async () => {
    await using server = await attachmentsServer();
    const body = multipart(part("a", "x".repeat(5000)));
    const headers = `Content-Length: ${body.length}\r\n`;
    const socket = await openRequest(server, headers, body.subarray(0, 1000).toString("latin1"));
    await until(() => Object.keys(server.stored()).length === 1);
    server.forgetChat();
    socket.send(body.subarray(1000));
    expect(await socket.answer).toStartWith("HTTP/1.1 404 ");
    expect(server.stored()).toEqual({});
    expect(server.notes).toEqual([]);
  });
});

test("an active upload is not mistaken for the leftovers of a crash", async () => {
  await using server = await attachmentsServer();
  const body = multipart(part("slow", "x".repeat(5000)));
  const headers = `Content-Length: ${body.length}\r\n`;
  const socket = await openRequest(server, headers, body.subarray(0, 1000).toString("latin1"));
  await until(() => Object.keys(server.stored()).length === 1);
  server.attachments.removeUnfinished(() => true);
  await server.send(multipart(part("quick", "x")));
  socket.send(body.subarray(1000));
  expect(await socket.answer).toStartWith("HTTP/1.1 201 ");
  expect(Object.keys(server.stored()).toSorted()).toEqual(["quick", "slow"]);
});

test("the time that a client may be silent restarts with every byte", async () => {
  await using server = await attachmentsServer();
  await server.send(multipart(part("a", "x")));
  expect(server.idleLimits.length).toBeGreaterThanOrEqual(3);
  expect(server.idleLimits[0]).toBe(0);
  expect(server.idleLimits.at(-1)).toBe(60);
});

test.each([
  ["ENOSPC", "STORAGE_FAILED", /^There is no room for a: the disk of \/d is full/],
  ["EDQUOT", "STORAGE_FAILED", /^There is no room for a/],
  ["EISDIR", "CONFLICT", /^a is the name of a directory/],
  ["EROFS", "STORAGE_FAILED", /^a cannot be stored in \/d: it failed$/],
])("%s is reported as %s", (code, expected, message) => {
  const cause = Object.assign(new Error("it failed"), { code, syscall: "write" });
  const error = storageError(cause, "a", "/d");
  expect(error).toMatchObject({ code: expected, message: expect.stringMatching(message) });
});

test("a bug is not mistaken for a full disk", () => {
  const bug = new TypeError("undefined is not a function");
  expect(storageError(bug, "a", "/d")).toBe(bug);
});

test("no size is too large for a chat without a limit", async () => {
  await using server = await attachmentsServer();
  const none = (async function* () {})();
  const huge = server.attachments.receive(USER, CHAT as ChatId, none, Number.MAX_SAFE_INTEGER);
  expect(huge).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
});
