import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { tempDir } from "#testing/temp-dir.ts";
import { OWN_PROGRAM, ownProgram } from "./own-program.ts";

const QUIET = ["--no-env-file", "--config=/dev/null"];

test("the executable is its own program", () => {
  expect(ownProgram("/opt/malamar", "/$bunfs/root")).toEqual(["/opt/malamar"]);
});

test("the npm package runs its bundle", () => {
  using dir = tempDir();
  const bundle = join(dir.path, "main.js");
  writeFileSync(bundle, "");
  expect(ownProgram("/opt/bun", dir.path)).toEqual(["/opt/bun", ...QUIET, bundle]);
});

test("the checkout runs its source, unaffected by settings that lie around", async () => {
  using dir = tempDir();
  writeFileSync(join(dir.path, "bunfig.toml"), 'preload = ["./no-such-file.ts"]');
  const argv = [...OWN_PROGRAM, "stand-in", "--version"];
  const child = Bun.spawn(argv, { cwd: dir.path, stdout: "pipe" });
  expect(await child.stdout.text()).toStartWith("Demo CLI ");
  expect(await child.exited).toBe(0);
});
