import { describe, expect, test } from "bun:test";
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { openApiDocument } from "#http/openapi.ts";
import { attachmentsServer, CHAT, multipart, part } from "#testing/attachments-server.ts";

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

test("a form from a browser is understood", async () => {
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

test("of two simultaneous uploads with one name, one whole file is left", async () => {
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

describe("a name that is already used by", () => {
  test("a link goes to the file, and nothing goes through the link", async () => {
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

test("a file that the chat cannot record leaves nothing behind, and the older one of its name unchanged", async () => {
  await using server = await attachmentsServer();
  await server.send(multipart(part("a", "old")));
  await server.send(multipart(part("a", "newer")));
  expect(server.stored()).toEqual({ a: "newer" });
  server.refuseNotes(new Error("database or disk is full"));
  expect((await server.send(multipart(part("a", "newest")))).status).toBe(500);
  expect((await server.send(multipart(part("b", "first")))).status).toBe(500);
  expect(server.stored()).toEqual({ a: "newer" });
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

  test("is not created in a temp root that is a link", async () => {
    await using server = await attachmentsServer();
    const target = join(server.root, "../canary");
    symlinkSync(target, server.root);
    const answer = await server.send(multipart(part("a", "x")));
    expect(answer).toMatchObject({
      status: 507,
      error: `The directory ${server.root} is not a directory.`,
    });
    expect(readdirSync(target)).toEqual(["alive"]);
  });

  test("is closed to others again", async () => {
    await using server = await attachmentsServer();
    mkdirSync(server.folder, { recursive: true });
    chmodSync(server.folder, 0o755);
    expect((await server.send(multipart(part("a", "x")))).status).toBe(201);
    expect(modeOf(server.folder)).toBe("700");
  });

  test("is created again after it was deleted", async () => {
    await using server = await attachmentsServer();
    await server.send(multipart(part("a", "x")));
    rmSync(server.root, { recursive: true });
    expect((await server.send(multipart(part("a", "x")))).status).toBe(201);
    expect(server.stored()).toEqual({ a: "x" });
  });

  test("is cleared of a crash's leftovers, if its chat is ours", async () => {
    await using server = await attachmentsServer();
    await server.send(multipart(part("a", "x")));
    writeFileSync(join(server.folder, ".malamar_upload_left"), "half");
    server.attachments.removeUnfinished(() => false);
    expect(server.stored()).toEqual({ a: "x", ".malamar_upload_left": "half" });
    server.attachments.removeUnfinished((id) => id === CHAT);
    expect(server.stored()).toEqual({ a: "x" });
  });
});

test("the API document says how to send files", async () => {
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
