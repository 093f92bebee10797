import type { RepositoryProgram } from "@malamar/contract/repository.ts";

/** A line of `git config --list --show-scope -z`. */
export interface ConfigEntry {
  scope: string;
  /** Section and variable in lower case; what is between them as it was written. */
  key: string;
  value: string;
}

/**
 * Every setting that makes git start a program, or load hooks. A repository that somebody else made
 * can have any of them; an agent can add them.
 */
const NAMES_PROGRAM: readonly RegExp[] = [
  /^alias\./,
  /^browser\..*\.(cmd|path)$/s,
  /^core\.(alternaterefscommand|askpass|editor|fsmonitor|gitproxy|hookspath|pager|sshcommand)$/,
  /^credential\.(.*\.)?helper$/s,
  /^diff\.external$/,
  /^diff\..*\.(command|textconv)$/s,
  /^(difftool|mergetool|guitool|man)\..*\.(cmd|path)$/s,
  /^filter\..*\.(clean|smudge|process)$/s,
  /^gpg\.(.*\.)?(program|defaultkeycommand)$/s,
  /^hook\./,
  /^imap\.tunnel$/,
  /^init\.templatedir$/,
  /^interactive\.difffilter$/,
  /^merge\..*\.driver$/s,
  /^pager\./,
  /^receive\.procreceiverefs$/,
  /^remote\..*\.(receivepack|uploadpack|vcs)$/s,
  /^sendemail\./,
  /^sequence\.editor$/,
  /^submodule\..*\.update$/s,
  /^tar\..*\.command$/s,
  /^trailer\..*\.(cmd|command)$/s,
  /^uploadpack\.packobjectshook$/,
  /^web\.browser$/,
];

/** What `git lfs install --local` writes; the program is the person's own. */
const OF_LFS: Readonly<Record<string, readonly string[]>> = {
  "filter.lfs.clean": ["git-lfs clean -- %f"],
  "filter.lfs.smudge": ["git-lfs smudge -- %f", "git-lfs smudge --skip -- %f"],
  "filter.lfs.process": ["git-lfs filter-process", "git-lfs filter-process --skip"],
};

/** The programs that the repository itself names; those of the person's own settings are theirs. */
export function programsIn(
  entries: readonly ConfigEntry[],
  isTrusted: boolean,
): RepositoryProgram[] {
  return entries.flatMap(({ scope, key, value }) => {
    if (scope !== "local" && scope !== "worktree") return [];
    if (!NAMES_PROGRAM.some((pattern) => pattern.test(key)) || isHarmless(key, value)) return [];
    const isOfLfs = OF_LFS[key]?.includes(value) ?? false;
    return [{ key, value, scope, is_run: isOfLfs || isTrusted }];
  });
}

/** Git's own words, which start nothing. */
function isHarmless(key: string, value: string): boolean {
  if (value === "") return true;
  if (key === "core.fsmonitor") return /^(false|no|off|0)$/i.test(value);
  return key.startsWith("submodule.") && !value.startsWith("!");
}

/** Settings under which none of these programs starts. */
export function withoutPrograms(
  programs: readonly RepositoryProgram[],
): (readonly [key: string, value: string])[] {
  return programs
    .filter(({ is_run }) => !is_run)
    .flatMap(({ key }): (readonly [string, string])[] => {
      if (key.startsWith("submodule.")) return [[key, "checkout"]];
      const filter = /^(filter\..*)\.(clean|smudge|process)$/s.exec(key)?.[1];
      // Git refuses a file whose filter is required and missing.
      return filter === undefined
        ? [[key, ""]]
        : [
            [key, ""],
            [`${filter}.required`, "false"],
          ];
    });
}

/** From the output of `git config --list --show-scope -z`. */
export function readConfig(output: string): ConfigEntry[] {
  const parts = output.split("\0");
  const entries: ConfigEntry[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const scope = parts[at] ?? "";
    const entry = parts[at + 1] ?? "";
    const end = entry.indexOf("\n");
    // Without a value it means true.
    entries.push(
      end === -1
        ? { scope, key: entry, value: "true" }
        : { scope, key: entry.slice(0, end), value: entry.slice(end + 1) },
    );
  }
  return entries;
}
