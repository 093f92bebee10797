import { errorOf, type Git } from "./git.ts";

/**
 * What git ignores in a checkout, relative to its top: files, and whole directories with a trailing
 * slash. Paths are latin1, one character per byte, because they need not be UTF-8.
 */
export async function listIgnored(git: Git, at: string, signal: AbortSignal): Promise<string[]> {
  return pathsOf(git, {
    at,
    args: ["ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory"],
    signal,
  });
}

/** Those of the paths that git ignores here and does not track. */
export async function onlyIgnored(
  git: Git,
  at: string,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  if (paths.length === 0) return new Set();
  // A leading colon would be special.
  const stdin = Buffer.from(paths.map((path) => `./${path}\0`).join(""), "latin1");
  const args = ["check-ignore", "-z", "--stdin"] as const;
  const ignored = await pathsOf(git, { at, args, stdin, signal });
  return new Set(ignored.map((path) => path.slice("./".length)));
}

interface Question {
  at: string;
  args: readonly [string, ...string[]];
  stdin?: Uint8Array;
  signal: AbortSignal;
}

async function pathsOf(git: Git, question: Question): Promise<string[]> {
  const pieces: Uint8Array[] = [];
  const command = {
    ...question,
    effort: "worktree",
    onOutput: ({ from, bytes }: { from: string; bytes: Uint8Array }) => {
      if (from === "stdout") pieces.push(bytes.slice());
    },
  } as const;
  const result = await git.answer(command);
  // Exit code 1 means that none is ignored.
  const isNone = result.kind === "exited" && result.code === 1 && result.stderr === "";
  const error = isNone ? null : errorOf(command, result);
  if (error) throw error;
  const parts = Buffer.concat(pieces).toString("latin1").split("\0");
  return parts.filter((part) => part !== "");
}
