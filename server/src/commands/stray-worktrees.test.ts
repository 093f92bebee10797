import { expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { tempDir } from "#testing/temp-dir.ts";
import { strayWorktrees } from "./stray-worktrees.ts";

test("directories without a task are named, and those of tasks, half made or on their way out are not", () => {
  using dir = tempDir();
  const place = (...parts: string[]) => {
    mkdirSync(join(dir.path, ...parts), { recursive: true });
    return join(dir.path, ...parts);
  };
  expect(strayWorktrees(join(dir.path, "nowhere"), [])).toEqual([]);
  const known = place("0a1b2c3d", "website-11111111");
  place(".trash", "some-id");
  place(".making", "website-33333333");
  place(".trials", "some-id");
  expect(strayWorktrees(dir.path, [known])).toEqual([]);
  const stray = place("0a1b2c3d", "website-22222222");
  expect(strayWorktrees(dir.path, [known])).toEqual([
    {
      ok: false,
      text: `Worktrees without a task: "${stray}"`,
      advice: "Malamar never deletes folders that it did not create. Look into them before you do.",
    },
  ]);
  const foreign = place("notes");
  place("notes", "src");
  const named = strayWorktrees(dir.path, [known])[0]!.text;
  expect(named.replace("Worktrees without a task: ", "").split(", ").toSorted()).toEqual([
    `"${stray}"`,
    `"${foreign}"`,
  ]);
  // An agent can name a directory as it likes.
  place("0a1b2c3d", "\u001b[2J\n\u202e");
  expect(strayWorktrees(dir.path, [known])[0]!.text).not.toMatch(/\p{C}/u);
  for (let at = 0; at < 6; at++) place("9f8e7d6c", `other-${at}`);
  expect(strayWorktrees(dir.path, [known])[0]!.text).toEndWith(" and 4 more");
});
