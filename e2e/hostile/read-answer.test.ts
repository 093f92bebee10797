import { expect, test } from "bun:test";
import { readAnswer } from "./read-answer.ts";

const WHOLE = { isHead: false, isBegun: false };
const read = (text: string, how = WHOLE) => readAnswer(Buffer.from(text), how);
const bodyOf = (text: string, how = WHOLE) => read(text, how)?.body.toString();

const SIZED = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";
const CHUNKED =
  "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n";

test.each([
  ["with a length", SIZED],
  ["in chunks", CHUNKED],
])("an answer %s is read when it is complete, and not before", (_how, text) => {
  expect(bodyOf(text)).toBe("hello");
  for (let end = 0; end < text.length; end++) expect(read(text.slice(0, end))).toBeNull();
});

test("content that looks like the last chunk is not the end", () => {
  const text = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n0\r\n\r\n";
  expect(read(text)).toBeNull();
  expect(bodyOf(`${text}\r\n0\r\n\r\n`)).toBe("0\r\n\r\n");
});

test("an interim answer is skipped", () => {
  expect(read("HTTP/1.1 100 Continue\r\n\r\n")).toBeNull();
  expect(read(`HTTP/1.1 100 Continue\r\n\r\n${SIZED}`)?.status).toBe(200);
});

test("an answer without a body is complete with its head", () => {
  expect(read("HTTP/1.1 204 No Content\r\n\r\n")?.status).toBe(204);
  const head = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n";
  expect(read(head, { isHead: true, isBegun: false })?.headers.get("content-length")).toBe("5");
});

test("a stream has begun with its first byte", () => {
  const head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
  const how = { isHead: false, isBegun: true };
  expect(read(head, how)).toBeNull();
  expect(bodyOf(`${head}4\r\n:ok\n`, how)).toContain(":ok");
});

test("a repeated header keeps both values", () => {
  const answer = read("HTTP/1.1 204 No Content\r\nA: 1\r\na: 2\r\n\r\n");
  expect(answer?.headers.get("a")).toBe("1, 2");
});
