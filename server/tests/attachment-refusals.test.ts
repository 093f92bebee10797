import { describe, expect, test } from "bun:test";
import {
  attachmentsServer,
  CHAT,
  MULTIPART,
  multipart,
  part,
  rawPart,
} from "#testing/attachments-server.ts";

const MB = 1024 * 1024;

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

  test("for a chat that does not exist, and nothing is created for it", async () => {
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
