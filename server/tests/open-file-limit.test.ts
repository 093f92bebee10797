import { expect, test } from "bun:test";
import { connect, type Socket } from "node:net";
import { readFileSync } from "node:fs";
import { runningMalamar } from "#testing/running-malamar.ts";
import { tempDir } from "#testing/temp-dir.ts";

const limitOf = (pid: number) =>
  /^Max open files +(\d+) +(\d+)/m.exec(readFileSync(`/proc/${pid}/limits`, "utf8"))?.slice(1, 3);

/** The head of the answer to a stream that stays open. */
function openStream(url: string): Promise<{ socket: Socket; head: string }> {
  const { hostname, port, host } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () =>
      socket.write(`GET /api/events HTTP/1.1\r\nHost: ${host}\r\n\r\n`),
    );
    socket.once("data", (bytes) => resolve({ socket, head: bytes.toString() }));
    socket.once("error", reject);
  });
}

test.skipIf(process.platform !== "linux")(
  "the limit of open files is raised to the system's maximum",
  async () => {
    using dir = tempDir();
    const before = "ulimit -Sn 300; ulimit -Hn 900";
    await using server = await runningMalamar({ dir: dir.path, before });
    expect(limitOf(server.pid)).toEqual(["900", "900"]);
  },
);

test.skipIf(process.platform !== "linux")(
  "a stream beyond the limit of open files is refused with what to do, and logged once",
  async () => {
    using dir = tempDir();
    await using server = await runningMalamar({ dir: dir.path, before: "ulimit -n 200" });
    const opened: Awaited<ReturnType<typeof openStream>>[] = [];
    for (let at = 0; at < 150; at++) opened.push(await openStream(server.url));
    const refused = opened.filter(({ head }) => head.startsWith("HTTP/1.1 503 "));
    expect(opened.filter(({ head }) => head.startsWith("HTTP/1.1 200 "))).toHaveLength(136);
    expect(refused).toHaveLength(14);
    for (const { head } of refused) expect(head).toContain("TOO_MANY_STREAMS");
    // Everything else continues.
    expect((await fetch(`${server.url}/api/workspaces`)).status).toBe(200);
    expect(server.log().match(/No more event streams/g)).toHaveLength(1);

    for (const { socket } of opened) socket.destroy();
    const isOpenAgain = async () => {
      const { socket, head } = await openStream(server.url);
      socket.destroy();
      return head.startsWith("HTTP/1.1 200 ");
    };
    while (!(await isOpenAgain())) await Bun.sleep(5);
  },
);
