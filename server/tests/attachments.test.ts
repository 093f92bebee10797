import { describe, expect, test } from "bun:test";
import {
  chmodSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { ChatId } from "@malamar/contract/ids.ts";
import { openApiDocument } from "#http/openapi.ts";
import { storageError } from "#runner/storage-error.ts";
import {
  attachmentsServer,
  CHAT,
  MULTIPART,
  multipart,
  part,
  rawPart,
} from "#testing/attachments-server.ts";

const MB = 1024 * 1024;
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

test("files are stored privately under their names, each with its message, in their order", async () => {
  await using server = await attachmentsServer();
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
  const answer = await server.send(
    multipart(part("b.bin", bytes), part(null, "a field"), part("../a.txt", "ä\r\n--")),
  );
  expect(answer).toMatchObject({
    status: 201,
    messages: [
      `User has uploaded ${server.folder}/b.bin`,
      `User has uploaded ${server.folder}/a.txt`,
    ],
  });
  expect(server.stored()).toEqual({
    "b.bin": bytes.toString("latin1"),
    "a.txt": Buffer.from("ä\r\n--").toString("latin1"),
  });
  expect(modeOf(server.root)).toBe("700");
  expect(modeOf(server.folder)).toBe("700");
  expect(modeOf(join(server.folder, "b.bin"))).toBe("600");
});

test("a form of the browser's own making is understood", async () => {
  await using server = await attachmentsServer();
  const form = new FormData();
  form.append("files", new File(["one"], 'grün "1".txt'));
  form.append("note", "hello");
  form.append("files", new File([], "empty.txt"));
  const response = await fetch(server.origin + server.path, { method: "POST", body: form });
  expect(response.status).toBe(201);
  expect(Object.keys(server.stored()).toSorted()).toEqual(["empty.txt", 'grün "1".txt']);
});

test("curl's form is understood", async () => {
  await using server = await attachmentsServer();
  const large = join(server.root, "../large");
  writeFileSync(large, Buffer.alloc(3 * MB, "curl"));
  const curl = Bun.spawn(
    [
      "curl",
      "-sS",
      "-F",
      `a=@${large}`,
      "-F",
      `b=@${large};filename=ü "2"`,
      server.origin + server.path,
    ],
    { stdout: "pipe" },
  );
  expect(await curl.stdout.json()).toHaveLength(2);
  expect(statSync(join(server.folder, "large")).size).toBe(3 * MB);
  expect(statSync(join(server.folder, 'ü "2"')).size).toBe(3 * MB);
});

test("the same name overwrites", async () => {
  await using server = await attachmentsServer();
  await server.send(multipart(part("a", "a long first text")));
  await server.send(multipart(part("a", "second"), part("x/a", "third")));
  expect(server.stored()).toEqual({ a: "third" });
  expect(server.notes).toHaveLength(3);
});

test("of two uploads of one name at the same moment, one whole file is left", async () => {
  await using server = await attachmentsServer();
  const contents = ["1", "2", "3", "4"].map((digit) => digit.repeat(2 * MB));
  const answers = await Promise.all(
    contents.map((content) => server.send(multipart(part("a", content)))),
  );
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect(Object.keys(server.stored())).toEqual(["a"]);
  expect(contents).toContain(server.stored()["a"]!);
});

test("a body in ten thousand tiny pieces is understood", async () => {
  await using server = await attachmentsServer();
  const body = multipart(part("a", "\r\n--".repeat(2500)));
  let at = 0;
  const pieces = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at === body.length) controller.close();
      else controller.enqueue(body.subarray(at, ++at));
    },
  });
  expect((await server.send(pieces)).status).toBe(201);
  expect(server.stored()).toEqual({ a: "\r\n--".repeat(2500) });
});

describe("a name that is taken by", () => {
  test("a link is given to the file, and nothing goes through the link", async () => {
    await using server = await attachmentsServer();
    const target = join(server.root, "../canary/alive");
    mkdirSync(server.folder, { recursive: true });
    symlinkSync(target, join(server.folder, "a"));
    expect((await server.send(multipart(part("a", "new")))).status).toBe(201);
    expect(readFileSync(target, "utf8")).toBe("yes");
    expect(server.stored()).toEqual({ a: "new" });
  });

  test("a directory is a conflict", async () => {
    await using server = await attachmentsServer();
    mkdirSync(join(server.folder, "a"), { recursive: true });
    const answer = await server.send(multipart(part("a", "new")));
    expect(answer).toMatchObject({ status: 409, code: "CONFLICT" });
    expect(answer.error).toBe(
      `a is the name of a directory in ${server.folder}. Rename the file, or remove the directory.`,
    );
    expect(server.stored()).toEqual({ a: "" });
  });
});

describe("the directory of a chat", () => {
  test("is not used if it is a link", async () => {
    await using server = await attachmentsServer();
    mkdirSync(server.root, { mode: 0o700 });
    symlinkSync(join(server.root, "../canary"), server.folder);
    const answer = await server.send(multipart(part("a", "x")));
    expect(answer).toMatchObject({
      status: 507,
      code: "STORAGE_FAILED",
      error: `The directory ${server.folder} is not a directory.`,
    });
    expect(readlinkSync(server.folder)).toEndWith("canary");
    expect(Object.keys(server.everything())).not.toContain("canary/a");
  });

  test("is closed to others again", async () => {
    await using server = await attachmentsServer();
    mkdirSync(server.folder, { recursive: true });
    chmodSync(server.folder, 0o755);
    expect((await server.send(multipart(part("a", "x")))).status).toBe(201);
    expect(modeOf(server.folder)).toBe("700");
  });

  test("is made again after somebody has tidied up", async () => {
    await using server = await attachmentsServer();
    await server.send(multipart(part("a", "x")));
    rmSync(server.root, { recursive: true });
    expect((await server.send(multipart(part("a", "x")))).status).toBe(201);
    expect(server.stored()).toEqual({ a: "x" });
  });

  test("is freed of what a crash has left", async () => {
    await using server = await attachmentsServer();
    mkdirSync(server.folder, { recursive: true });
    writeFileSync(join(server.folder, ".malamar_upload_left"), "half");
    await server.send(multipart(part("a", "x")));
    expect(server.stored()).toEqual({ a: "x" });
  });
});

describe("a request is refused", () => {
  test.each<[what: string, body: string | Buffer, type: string, status: number, message: RegExp]>([
    ["without a body", "", MULTIPART, 400, /it ends too early/],
    ["without a file", multipart(), MULTIPART, 400, /^There is no file in the body/],
    ["with fields only", multipart(part(null, "x")), MULTIPART, 400, /^There is no file/],
    ["with no file chosen", multipart(part("", "")), MULTIPART, 400, /^There is no file/],
    ["with a file without a name", multipart(part("", "x")), MULTIPART, 400, /^A file has no name/],
    ["with a bad name", multipart(part("..", "x")), MULTIPART, 400, /^A file has a name of dots/],
    ["without a boundary", multipart(), "multipart/form-data", 400, /with a boundary/],
    [
      "with a boundary too long",
      "x",
      `${MULTIPART.slice(0, -1)}${"x".repeat(70)}"`,
      400,
      /boundary/,
    ],
    [
      "with another boundary",
      multipart(part("a", "x")),
      `${MULTIPART}x`.replace('y"', 'z"'),
      400,
      /early/,
    ],
    ["as JSON", "{}", "application/json", 415, /multipart\/form-data/],
    ["as text", "x", "text/plain", 415, /multipart\/form-data/],
    [
      "as another multipart",
      multipart(part("a", "x")),
      "multipart/mixed; boundary=x",
      415,
      /form-data/,
    ],
    [
      "with files inside of a part",
      multipart(
        rawPart(
          "Content-Type: multipart/mixed; boundary=i",
          '--i\r\nContent-Disposition: file; filename="x"\r\n\r\nx\r\n--i--',
        ),
      ),
      MULTIPART,
      400,
      /^There is no file/,
    ],
    [
      "with headers of a megabyte",
      multipart(part("x".repeat(MB), "x")),
      MULTIPART,
      400,
      /the headers of a part are longer than 32768 bytes/,
    ],
  ])("%s", async (_what, body, type, status, message) => {
    await using server = await attachmentsServer();
    const answer = await server.send(body, { "content-type": type });
    expect(answer).toMatchObject({ status, messages: [] });
    expect(answer.error).toMatch(message);
    expect(server.stored()).toEqual({});
    expect(server.notes).toEqual([]);
  });

  test("without anything at all", async () => {
    await using server = await attachmentsServer();
    const response = await fetch(server.origin + server.path, { method: "POST" });
    expect(response.status).toBe(400);
  });

  test("for a chat that is not there, and nothing is made for it", async () => {
    await using server = await attachmentsServer();
    const answers = await Promise.all(
      ["nobody", "..%2f..%2fcanary", "..", `${CHAT}x`].map((id) =>
        server.sendTo(`/api/chats/${id}/attachments`, multipart(part("a", "x"))),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 415, 404]);
    expect(Object.keys(server.everything())).toEqual(["canary", "canary/alive"]);
  });

  test("from another site, whatever it sends", async () => {
    await using server = await attachmentsServer();
    const body = multipart(part("a", "x"));
    const answers = await Promise.all(
      [
        { origin: "https://evil.com" },
        { origin: "null" },
        { origin: `http://localhost:${server.port}` },
        { "sec-fetch-site": "cross-site" },
        { "sec-fetch-site": "same-site" },
        { origin: server.origin, "sec-fetch-site": "cross-site" },
        { host: "evil.com" },
      ].map((headers) => server.send(body, headers as Record<string, string>)),
    );
    expect(answers.map(({ code }) => code)).toEqual(Array(7).fill("FORBIDDEN"));
    expect(server.everything()).not.toHaveProperty("temp");
    expect((await server.send(body, { origin: server.origin })).status).toBe(201);
  });
});

test("what was complete before a bad file stays, with its message, and the answer says so", async () => {
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

test("a hundred files can be sent at once, and of more the first hundred are kept", async () => {
  await using server = await attachmentsServer();
  const files = Array.from({ length: 2000 }, (_, at) => part(`${at}`, "x"));
  expect((await server.send(multipart(...files.slice(0, 100)))).messages).toHaveLength(100);
  const answer = await server.send(multipart(...files));
  expect(answer).toMatchObject({
    status: 400,
    error: "At most 100 files can be sent at once. The 100 files before it were stored.",
  });
  expect(Object.keys(server.stored())).toHaveLength(100);
});

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

  test("ends a body that goes on for ever", async () => {
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

describe("of an upload that is cut off", () => {
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
  ])("%s only what was complete is left", async (_what, headers, framed) => {
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

  test("by the end of Malamar, nothing is left", async () => {
    await using server = await attachmentsServer();
    await openRequest(server, "Content-Length: 999999\r\n", part("half", "x").toString("latin1"));
    await until(() => Object.keys(server.stored()).length === 1);
    server.attachments.stop();
    expect(server.stored()).toEqual({});
  });

  test("by its chat being deleted, nothing is left", async () => {
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

test("an upload under way is not taken for what a crash has left", async () => {
  await using server = await attachmentsServer();
  const body = multipart(part("slow", "x".repeat(5000)));
  const headers = `Content-Length: ${body.length}\r\n`;
  const socket = await openRequest(server, headers, body.subarray(0, 1000).toString("latin1"));
  await until(() => Object.keys(server.stored()).length === 1);
  await server.send(multipart(part("quick", "x")));
  socket.send(body.subarray(1000));
  expect(await socket.answer).toStartWith("HTTP/1.1 201 ");
  expect(Object.keys(server.stored()).toSorted()).toEqual(["quick", "slow"]);
});

test("the time that a client may be silent begins again with every byte", async () => {
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
])("%s is told as %s", (code, expected, message) => {
  const cause = Object.assign(new Error("it failed"), { code, syscall: "write" });
  const error = storageError(cause, "a", "/d");
  expect(error).toMatchObject({ code: expected, message: expect.stringMatching(message) });
});

test("a bug is not taken for a full disk", () => {
  const bug = new TypeError("undefined is not a function");
  expect(storageError(bug, "a", "/d")).toBe(bug);
});

test("no size is too large for a chat without a limit", async () => {
  await using server = await attachmentsServer();
  const none = (async function* () {})();
  const huge = server.attachments.receive(CHAT as ChatId, none, Number.MAX_SAFE_INTEGER);
  expect(huge).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
});

test("the API document tells how to send files", async () => {
  await using server = await attachmentsServer();
  const document = openApiDocument(server.api.routes, "1");
  expect(document.paths["/api/chats/{id}/attachments"]!["post"]).toMatchObject({
    requestBody: {
      required: true,
      content: {
        "multipart/form-data": {
          schema: { properties: { files: { type: "array", items: { format: "binary" } } } },
        },
      },
    },
    responses: { 201: { content: { "application/json": { schema: { type: "array" } } } } },
  });
});

/** A request whose body is sent by hand. */
async function openRequest(
  { port, path }: { port: number; path: string },
  headers: string,
  body: string,
) {
  const { promise: answer, resolve } = Promise.withResolvers<string>();
  const socket = await Bun.connect({
    hostname: "127.0.0.1",
    port,
    socket: {
      data: (_socket, data) => resolve(data.toString()),
      close: () => resolve(""),
    },
  });
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: ${MULTIPART}\r\n${headers}\r\n${body}`,
  );
  return {
    answer,
    send: (more: Uint8Array) => void socket.write(more),
    hangUp: () => socket.terminate(),
  };
}

/** Gives way to the server until it has got so far; the runner's limit ends a wait in vain. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise(setImmediate);
}
