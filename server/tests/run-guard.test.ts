import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createCliEngines } from "#engines/cli/registry.ts";
import { USER } from "#testing/actors.ts";
import { createTestApp } from "#testing/create-test-app.ts";
import { fakeProgram } from "#testing/fake-program.ts";
import { tempDir } from "#testing/temp-dir.ts";

const TOKEN = "a-token-that-agents-can-read";
const REFUSED = "403 A run cannot use the API. It answers through its output file.";

/**
 * Sends requests as any program would, and reports the answers; it does not wait for the last two.
 */
const PROBE = `
const [origin, host, port] = process.argv.slice(-3);
const headers = { authorization: "Bearer ${TOKEN}", "content-type": "application/json" };
const ask = async (method, path, body) => {
  const response = await fetch(origin + path, { method, headers, body });
  if (response.status === 200) return response.body.cancel().then(() => "200");
  const text = await response.text();
  return response.status + " " + (response.ok ? text : JSON.parse(text).error.message);
};
const forged = JSON.stringify({ title: "Forged" });
const answers = [
  await ask("GET", "/api/health"),
  await ask("GET", "/api/events"),
  await ask("POST", "/api/workspaces", forged),
  await ask("POST", "/api/login", '{"token":"${TOKEN}"}'),
];
console.log(JSON.stringify(answers));
const { connect } = await import("node:net");
const lines = ["POST /api/workspaces HTTP/1.1", "Host: " + new URL(origin).host,
  "Authorization: Bearer ${TOKEN}", "Content-Type: application/json",
  "Content-Length: " + forged.length, "", forged];
const send = (leave) => {
  const socket = connect(Number(port), host, () => socket.write(lines.join("\\r\\n"), () => leave(socket)));
};
await new Promise((left) => send((socket) => left(socket.resetAndDestroy())));
send(() => process.exit(0));
`;

/** A run uses the API in every way, also without its marks; then it continues until it must end. */
const SCRIPT = (dir: string, probe: string) => `
[ "$1" = --version ] && { echo 2.1.325; exit; }
cd ${dir}
${probe} > plain
env -i ${probe} > dropped
bash -c 'ulimit -SR unlimited && env -i ${probe}' > hidden
( ( setsid env -i ${probe} > orphan.part; mv orphan.part orphan ) & )
while [ ! -e orphan ]; do sleep 0.02; done
touch asked
while [ ! -e go-on ]; do sleep 0.02; done
echo '{"type":"result","subtype":"success","is_error":false,"result":"ok"}'
`;

async function appWithRun(host: string, clientHost: string) {
  const dir = tempDir();
  const app = await createTestApp({
    createEngines: createCliEngines,
    environment: { PATH: `${dir.path}:/usr/bin:/bin`, HOME: dir.path },
    config: { host, port: 0, token: TOKEN, "allowed-hosts": ["127.0.0.2"] },
  });
  const port = await app.start();
  const origin = `http://${clientHost.includes(":") ? `[${clientHost}]` : clientHost}:${port}`;
  writeFileSync(join(dir.path, "probe.mjs"), PROBE);
  const probe = [process.execPath, join(dir.path, "probe.mjs"), origin, clientHost, `${port}`];
  fakeProgram(dir.path, "claude", SCRIPT(dir.path, probe.join(" ")));
  const { id } = app.workspaceService.create(USER, { title: "Website" });
  const agent = { name: "Planner", instruction: "Plan.", cli_type: "claude" as const };
  app.agentService.create(USER, id, agent);
  app.taskService.create(USER, id, { summary: "Fix login" });
  const read = (name: string) => JSON.parse(readFileSync(join(dir.path, name), "utf8")) as string[];

  return {
    ...app,
    probe,
    read,
    async untilAsked(): Promise<void> {
      while (!existsSync(join(dir.path, "asked"))) await Bun.sleep(5);
    },
    person: (path: string) =>
      fetch(origin + path, { headers: { authorization: `Bearer ${TOKEN}` } }),
    titles: () => app.workspaceService.list({}).rows.map(({ title }) => title),
    async [Symbol.asyncDispose]() {
      writeFileSync(join(dir.path, "go-on"), "");
      await app[Symbol.asyncDispose]();
      dir[Symbol.dispose]();
    },
  };
}

describe.skipIf(process.platform !== "linux")("while a run is alive", () => {
  test.each([
    ["127.0.0.1", "127.0.0.1"],
    ["::1", "::1"],
    ["0.0.0.0", "127.0.0.1"],
    ["::", "127.0.0.1"],
    ["::", "::1"],
    ["::0", "::1"],
    ["0.0.0.0", "127.0.0.2"],
  ])("on %s, it gets nothing from %s, and a person does", async (host, clientHost) => {
    await using app = await appWithRun(host, clientHost);
    await app.untilAsked();
    for (const how of ["plain", "dropped", "hidden", "orphan"]) {
      expect([how, ...app.read(how)]).toEqual([how, REFUSED, REFUSED, REFUSED, REFUSED]);
    }
    // The same connection again: what the run sent without waiting came before.
    for (let n = 0; n < 3; n++) expect((await app.person("/api/health")).status).toBe(200);
    expect(app.titles()).not.toContain("Forged");

    const other = Bun.spawn(app.probe, { stdout: "pipe", env: {} });
    const answers = JSON.parse(await new Response(other.stdout).text()) as string[];
    expect(answers).toEqual(["200", "200", expect.stringMatching(/^201 /), "204 "]);
    expect(app.titles()).toContain("Forged");
    await other.exited;
  });
});
