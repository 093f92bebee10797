import { expect, test } from "bun:test";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { malamar } from "#testing/run-malamar.ts";
import { runningMalamar } from "#testing/running-malamar.ts";
import { tempDir } from "#testing/temp-dir.ts";

const TOKEN = "a-token-of-sixteen-and-more";

const statusWith = async (url: string, token: string) =>
  (await fetch(`${url}/api/workspaces`, { headers: { authorization: `Bearer ${token}` } })).status;

test("a token from a file is required, and neither printed nor logged", async () => {
  using dir = tempDir();
  const path = join(dir.path, "my-token");
  writeFileSync(path, `${TOKEN}\n`, { mode: 0o600 });
  await using server = await runningMalamar({
    dir: dir.path,
    args: ["--token-file", path, "--log-level", "debug", "--log-format", "json"],
  });
  expect(await statusWith(server.url, TOKEN)).toBe(200);
  expect(await statusWith(server.url, "another-token-altogether")).toBe(401);
  expect((await fetch(`${server.url}/api/${TOKEN}?token=${TOKEN}`)).status).toBe(401);
  expect(server.log()).toContain("Refused a wrong token");
  expect(server.log()).not.toContain(TOKEN);
  expect(server.log()).not.toContain("another-token");
  expect(existsSync(join(dir.path, "data/token"))).toBe(false);
});

test("a token on the command line works, with a warning that does not repeat it", async () => {
  using dir = tempDir();
  await using server = await runningMalamar({ dir: dir.path, args: ["--token", TOKEN] });
  expect(await statusWith(server.url, TOKEN)).toBe(200);
  expect(server.log()).toMatch(/\[WARN\] Anyone on this machine can see .*--token-file/);
  expect(server.log()).not.toContain(TOKEN);
});

test("a short token is refused at the start, wherever it comes from, and not repeated", async () => {
  using dir = tempDir();
  const short = "only-15-letters";
  const path = join(dir.path, "my-token");
  writeFileSync(path, short, { mode: 0o600 });
  const places = { MALAMAR_DATA_DIR: join(dir.path, "data"), MALAMAR_PORT: "0" };
  const work = { MALAMAR_TEMP_DIR: join(dir.path, "work") };
  const refusals = [
    await malamar(["--token", short], { ...places, ...work }),
    await malamar([], { ...places, ...work, MALAMAR_TOKEN: short }),
    await malamar([], { ...places, ...work, MALAMAR_TOKEN_FILE: path }),
  ];
  expect(refusals.map(({ code }) => code)).toEqual([2, 2, 1]);
  for (const { stdout, stderr } of refusals) {
    expect(stderr).toContain("must have at least 16 characters");
    expect(stdout + stderr).not.toContain(short);
  }
});
