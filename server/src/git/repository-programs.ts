import type { RepositoryProgram } from "@malamar/contract/repository.ts";
import { isQuiet, type Setting } from "./git-environment.ts";
import { GitError } from "./git-error.ts";

/** An entry of `git config --list --show-scope -z`. */
export interface ConfigEntry {
  scope: string;
  /** Section and variable in lower case; the part between them unchanged. */
  key: string;
  value: string;
}

/**
 * Every setting that makes git start a program or run hooks. A repository from elsewhere may
 * contain any of them, and an agent can add them.
 */
const NAMES_PROGRAM: readonly RegExp[] = [
  /^alias\./,
  /^browser\..*\.(cmd|path)$/s,
  /^core\.(alternaterefscommand|askpass|editor|fsmonitor|gitproxy|hookspath|pager|sshcommand)$/,
  /^core\.virtualfilesystem$/,
  /^credential\.(.*\.)?helper$/s,
  /^diff\.external$/,
  /^diff\..*\.(command|textconv)$/s,
  /^(difftool|mergetool|guitool|man)\..*\.(cmd|path)$/s,
  /^filter\..*\.(clean|smudge|process)$/s,
  /^gc\.recentobjectshook$/,
  /^gpg\.(.*\.)?(program|defaultkeycommand)$/s,
  /^hook\./,
  /^imap\.tunnel$/,
  // It says when it counts: in a worktree, or on a branch, where there is none yet.
  /^includeif\..*\.path$/s,
  /^init\.templatedir$/,
  /^interactive\.difffilter$/,
  /^lfs\.customtransfer\..*\.(args|path)$/s,
  /^lfs\.extension\..*\.(clean|smudge)$/s,
  /^lfs\.(.*\.)?standalonetransferagent$/s,
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

/** What `git lfs install --local` writes; the program itself is the person's own. */
const OF_LFS: Readonly<Record<string, readonly string[]>> = {
  "filter.lfs.clean": ["git-lfs clean -- %f"],
  "filter.lfs.smudge": ["git-lfs smudge -- %f", "git-lfs smudge --skip -- %f"],
  "filter.lfs.process": ["git-lfs filter-process", "git-lfs filter-process --skip"],
};

/** Scopes of a person's own settings; all others belong to the repository. */
const OWN_SCOPES: readonly string[] = ["system", "global"];
const OUR_SCOPE = "command";

/** The programs that the repository itself names; those of the person's own settings are theirs. */
export function programsIn(entries: readonly ConfigEntry[]): RepositoryProgram[] {
  const named = entries.flatMap(({ scope, key, value }): NamedProgram[] => {
    if (OWN_SCOPES.includes(scope) || scope === OUR_SCOPE || !namesProgram(key, value)) return [];
    return [{ key, value, scope: scope === "worktree" ? "worktree" : "local" }];
  });
  const changesLfs = named.some(({ key }) => key.startsWith("lfs."));
  return named.map((program) => ({ ...program, runs: whenItRuns(program, changesLfs) }));
}

type NamedProgram = Omit<RepositoryProgram, "runs">;

function whenItRuns(program: NamedProgram, changesLfs: boolean): RepositoryProgram["runs"] {
  if (isOfLfs(program)) return changesLfs ? "if_trusted" : "always";
  return isNeverRun(program.key) ? "never" : "if_trusted";
}

function namesProgram(key: string, value: string): boolean {
  return NAMES_PROGRAM.some((pattern) => pattern.test(key)) && !isHarmless(key, value);
}

/** Values with which git starts no other program. */
function isHarmless(key: string, value: string): boolean {
  if (value === "") return true;
  if (key === "core.fsmonitor") return /^(false|no|off|0)$/i.test(value);
  return key.startsWith("submodule.") && !value.startsWith("!");
}

function isOfLfs({ key, value }: NamedProgram): boolean {
  return OF_LFS[key]?.includes(value) ?? false;
}

/** Hooks, and what our settings override anyway: trust is about filters and the like. */
function isNeverRun(key: string): boolean {
  return isQuiet(key) || key.startsWith("hook.");
}

/**
 * Settings that keep the repository's programs from starting. Where the person's own settings name
 * a program for the same key, theirs applies again.
 */
export function withoutPrograms(entries: readonly ConfigEntry[], isTrusted: boolean): Setting[] {
  const own = entries.filter(({ scope }) => OWN_SCOPES.includes(scope));
  const refused = isTrusted ? [] : programsIn(entries).filter(needsSetting);
  const settings = refused.flatMap(({ key }) => instead(requireText(key), own));
  return [...settings, ...withoutHooks(entries)];
}

/** What never runs has one anyway, and what is included is among the settings where it counts. */
function needsSetting({ key, runs }: RepositoryProgram): boolean {
  return runs === "if_trusted" && !key.startsWith("includeif.");
}

function instead(key: string, own: readonly ConfigEntry[]): Setting[] {
  if (key.startsWith("credential.")) return ownCredentialHelpers(own);
  if (key.startsWith("submodule.")) return [[key, "checkout"]];
  // git-lfs would run these, or fail without them.
  if (key.startsWith("lfs.")) return withoutFilter("filter.lfs");
  const ownValue = own.findLast((entry) => entry.key === key)?.value;
  if (ownValue !== undefined) return [[key, ownValue]];
  const remote = /^(remote\..*)\.(receivepack|uploadpack)$/s.exec(key)?.[1];
  if (remote !== undefined) return [[key, defaultOf(key)], unreachable(remote)];
  const filter = /^(filter\..*)\.(clean|smudge|process)$/s.exec(key)?.[1];
  if (filter !== undefined) return [[key, ""], notRequired(filter)];
  return [[key, defaultOf(key)]];
}

function withoutFilter(filter: string): Setting[] {
  return [
    [`${filter}.clean`, ""],
    [`${filter}.smudge`, ""],
    [`${filter}.process`, ""],
    notRequired(filter),
  ];
}

/** The first of these programs counts, so none of our settings can replace it. */
function unreachable(remote: string): Setting {
  return [`${remote}.vcs`, NO_TRANSPORT];
}

/** Git refuses a file whose filter is required and missing. */
function notRequired(filter: string): Setting {
  return [`${filter}.required`, "false"];
}

/** An empty helper clears the list so far, whatever address it is for. */
function ownCredentialHelpers(own: readonly ConfigEntry[]): Setting[] {
  const helpers = own.filter(({ key }) => /^credential\.(.*\.)?helper$/s.test(key));
  return [["credential.helper", ""], ...helpers.map(({ key, value }): Setting => [key, value])];
}

/** Git has none of this name, and says it in its error. */
const NO_TRANSPORT = "program-not-trusted";

/** What git would use without the setting, where nothing would not do. */
const DEFAULTS: readonly (readonly [RegExp, string])[] = [
  [/^core\.sshcommand$/, "ssh"],
  [/^gpg\.(openpgp\.)?program$/, "gpg"],
  [/^gpg\.ssh\.program$/, "ssh-keygen"],
  [/^gpg\.x509\.program$/, "gpgsm"],
  // With an empty driver git silently takes one side; this one reports a conflict.
  [/^merge\..*\.driver$/s, "false"],
  [/^remote\..*\.receivepack$/s, "git-receive-pack"],
  [/^remote\..*\.uploadpack$/s, "git-upload-pack"],
  [/^remote\..*\.vcs$/s, NO_TRANSPORT],
];

function defaultOf(key: string): string {
  return DEFAULTS.find(([pattern]) => pattern.test(key))?.[1] ?? "";
}

/** Newer versions of git can define hooks in settings; core.hooksPath does not disable those. */
function withoutHooks(entries: readonly ConfigEntry[]): Setting[] {
  const names = new Set(entries.flatMap(({ key }) => /^hook\.(.*)\.[^.]+$/s.exec(key)?.[1] ?? []));
  return [...names].flatMap((name): Setting[] => [
    [`hook.${requireText(name)}.event`, ""],
    [`hook.${name}.enabled`, "false"],
  ]);
}

/** A key that is not UTF-8 cannot be passed on, and therefore not overridden. */
function requireText(key: string): string {
  if (!key.includes("\uFFFD")) return key;
  throw new GitError(
    { kind: "refused" },
    `the configuration of the repository names a program in a way that cannot be switched off: ${key}`,
  );
}

/** Parses the output of `git config --list --show-scope -z`. */
export function readConfig(output: string): ConfigEntry[] {
  const parts = output.split("\0");
  const entries: ConfigEntry[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const scope = parts[at] ?? "";
    const entry = parts[at + 1] ?? "";
    const end = entry.indexOf("\n");
    // A key without a value means true.
    entries.push(
      end === -1
        ? { scope, key: entry, value: "true" }
        : { scope, key: entry.slice(0, end), value: entry.slice(end + 1) },
    );
  }
  return entries;
}
