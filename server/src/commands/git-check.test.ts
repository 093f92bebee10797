import { expect, test } from "bun:test";
import { fakeProgram } from "#testing/fake-program.ts";
import { tempDir } from "#testing/temp-dir.ts";
import { checkGit } from "./git-check.ts";

test("without git, or with an old one, doctor says what works without it", async () => {
  using dir = tempDir();
  const advice =
    "Install git 2.38 or newer to let teams work in your repositories. Without it they work in folders, and nothing is stored there.";
  expect(await checkGit({ PATH: dir.path })).toEqual({
    ok: false,
    text: "Git: git was not found",
    advice,
  });
  fakeProgram(dir.path, "git", "echo git version 2.34.1");
  expect(await checkGit({ PATH: `${dir.path}:/usr/bin:/bin` })).toEqual({
    ok: false,
    text: "Git: git 2.34.1 is too old, 2.38 or newer is needed",
    advice,
  });
});
