import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Runs git there, without the configuration of this machine's user. */
export function git(at: string, ...args: string[]): string {
  return gitWith("", at, ...args);
}

/** As its person does who has switched off the hooks. */
export function gitWithoutHooks(at: string, ...args: string[]): string {
  return git(at, "-c", "core.hooksPath=/dev/null", ...args);
}

/** What these names lead to, in one go; undefined where there is nothing. */
export function contentsOf(at: string, objects: readonly string[]): (string | undefined)[] {
  const asked = objects.map((object) => `${object}\n`).join("");
  const said = Buffer.from(gitWith(asked, at, "cat-file", "--batch"));
  let from = 0;
  return objects.map(() => {
    const end = said.indexOf("\n", from);
    const size = / blob (\d+)$/.exec(said.toString("utf8", from, end))?.[1];
    from = end + 1;
    if (size === undefined) return undefined;
    const content = said.toString("utf8", from, from + Number(size));
    from += Number(size) + 1;
    return content;
  });
}

function gitWith(input: string, at: string, ...args: string[]): string {
  return execFileSync("git", ["-C", at, ...args], {
    encoding: "utf8",
    input,
    // What it complains about is in the error.
    stdio: "pipe",
    // A list of all objects is long.
    maxBuffer: 64 * 1024 * 1024,
    env: {
      PATH: process.env["PATH"] ?? "/usr/bin:/bin",
      HOME: at,
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_AUTHOR_NAME: "Ada",
      GIT_AUTHOR_EMAIL: "ada@example.com",
      GIT_COMMITTER_NAME: "Ada",
      GIT_COMMITTER_EMAIL: "ada@example.com",
    },
  });
}

/** A repository with one commit on main. Returns its path. */
export function createRepository(
  path: string,
  files: Readonly<Record<string, string>> = { "README.md": "# Shop\n" },
): string {
  mkdirSync(path, { recursive: true });
  git(path, "init", "--quiet", "--initial-branch=main");
  // For the commits that Malamar makes in a person's name.
  git(path, "config", "user.name", "Ada");
  git(path, "config", "user.email", "ada@example.com");
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text);
  git(path, "add", "--all");
  git(path, "commit", "--quiet", "--message", "Begin");
  return path;
}
