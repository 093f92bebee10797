import type { Git } from "./git.ts";

export interface HistoryEntry {
  commit: string;
  tree: string;
  message: string;
  /** As ISO-8601. */
  date: string;
}

interface Span {
  at: string;
  to: string;
  /** Leaves out this commit and everything it contains. */
  from: string | null;
  most: number;
}

/** A commit and its first parents, newest first. */
export async function historyOf(git: Git, { at, to, from, most }: Span): Promise<HistoryEntry[]> {
  const said = await git.run({
    at,
    args: [
      "log",
      "--first-parent",
      "-z",
      "--format=%H%n%T%n%cI%n%B",
      `--max-count=${most}`,
      "--end-of-options",
      to,
      ...(from === null ? [] : [`^${from}`]),
      "--",
    ],
    effort: "read",
  });
  return said
    .split("\0")
    .filter((entry) => entry.trim() !== "")
    .map((entry) => {
      const [commit = "", tree = "", date = "", ...message] = entry.split("\n");
      return { commit, tree, date, message: message.join("\n") };
    });
}
