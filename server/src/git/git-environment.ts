export type Setting = readonly [key: string, value: string];

/**
 * With these settings git starts no other program and behaves the same whatever the repository's
 * configuration says. A push is the exception: it needs the person's hooks.
 */
const QUIET: readonly Setting[] = [
  ["core.fsmonitor", "false"],
  ["core.hooksPath", "/dev/null"],
  ["core.pager", "cat"],
  ["core.editor", "false"],
  ["diff.external", ""],
  ["gc.auto", "0"],
  ["maintenance.auto", "false"],
  ["protocol.ext.allow", "never"],
  // It would start a git in every submodule, where our settings do not apply.
  ["submodule.recurse", "false"],
  ["log.showSignature", "false"],
  // A file with mixed line endings is stored the way git normalizes it, instead of being refused.
  ["core.safecrlf", "false"],
  // Look at every file, even those that someone marked as unchanged.
  ["core.ignoreStat", "false"],
  ["sparse.expectFilesOutsideOfPatterns", "false"],
  // We parse its output.
  ["core.quotePath", "false"],
  ["color.ui", "false"],
  ["i18n.commitEncoding", "UTF-8"],
  ["i18n.logOutputEncoding", "UTF-8"],
];

const QUIET_KEYS: ReadonlySet<string> = new Set(QUIET.map(([key]) => key.toLowerCase()));

/** Whether our own setting overrides it anyway. */
export function isQuiet(key: string): boolean {
  return QUIET_KEYS.has(key);
}

/**
 * A person can forbid bare repositories that git comes upon. Older versions of git then also refuse
 * to run in the `.git` folder of a checkout, as we do; newer ones have the same exception.
 */
export function settingsIn(directory: string): readonly Setting[] {
  const isOfCheckout = /\/\.git(\/(worktrees|modules)\/|$)/.test(directory);
  return isOfCheckout ? [["safe.bareRepository", "all"]] : [];
}

/** Drops relative entries: they would resolve inside the repository. */
export function safePath(path: string): string {
  return path
    .split(":")
    .filter((directory) => directory.startsWith("/"))
    .join(":");
}

/**
 * The complete environment of a git command: the person's variables, except those that point git
 * at another repository, and our settings.
 */
export function gitEnvironment(
  environment: Readonly<Record<string, string>>,
  settings: readonly Setting[],
  more: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const all = [...QUIET, ...settings];
  return {
    ...withoutGit(environment),
    PATH: safePath(environment["PATH"] ?? ""),
    // Without this, even a status would rewrite the person's index.
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    // Ignore replacement objects and grafts: an id must mean its own content.
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_GRAFT_FILE: "/dev/null/none",
    // The first core.gitProxy wins, so our settings could not override it.
    GIT_PROXY_COMMAND: "",
    LC_ALL: "C",
    // Keys can contain an equals sign, which `git -c` would split.
    GIT_CONFIG_COUNT: String(all.length),
    ...Object.fromEntries(
      all.flatMap(([key, value], at) => [
        [`GIT_CONFIG_KEY_${at}`, key],
        [`GIT_CONFIG_VALUE_${at}`, value],
      ]),
    ),
    ...more,
  };
}

function withoutGit(environment: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => !name.startsWith("GIT_")),
  );
}

/** From `git rev-parse --local-env-vars`: they would point a CLI's git at another repository. */
const LOCAL_TO_A_REPOSITORY: ReadonlySet<string> = new Set([
  "GIT_ALTERNATE_OBJECT_DIRECTORIES",
  "GIT_CONFIG",
  "GIT_CONFIG_PARAMETERS",
  "GIT_CONFIG_COUNT",
  "GIT_OBJECT_DIRECTORY",
  "GIT_DIR",
  "GIT_WORK_TREE",
  "GIT_IMPLICIT_WORK_TREE",
  "GIT_GRAFT_FILE",
  "GIT_INDEX_FILE",
  "GIT_NO_REPLACE_OBJECTS",
  "GIT_REPLACE_REF_BASE",
  "GIT_PREFIX",
  "GIT_SHALLOW_FILE",
  "GIT_COMMON_DIR",
  "GIT_INTERNAL_SUPER_PREFIX",
]);

export function isLocalToRepository(name: string): boolean {
  return LOCAL_TO_A_REPOSITORY.has(name);
}
