export type Setting = readonly [key: string, value: string];

/**
 * With these settings git starts nothing on its own, and behaves the same, whatever the repository
 * says. A push is the exception: it needs the person's hooks.
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
  // It would start a git in every submodule, which no settings of ours reach.
  ["submodule.recurse", "false"],
  ["log.showSignature", "false"],
  // A file with both kinds of line ends is stored as git stores it, not refused.
  ["core.safecrlf", "false"],
  // Every file is looked at, even those that someone wants to be taken as unchanged.
  ["core.ignoreStat", "false"],
  ["sparse.expectFilesOutsideOfPatterns", "false"],
  // What it says is read by us.
  ["core.quotePath", "false"],
  ["color.ui", "false"],
  ["i18n.commitEncoding", "UTF-8"],
  ["i18n.logOutputEncoding", "UTF-8"],
];

const QUIET_KEYS: ReadonlySet<string> = new Set(QUIET.map(([key]) => key.toLowerCase()));

/** Whether our own setting wins anyway. */
export function isQuiet(key: string): boolean {
  return QUIET_KEYS.has(key);
}

/** Without what is looked up in the current directory: that is the repository's. */
export function safePath(path: string): string {
  return path
    .split(":")
    .filter((directory) => directory.startsWith("/"))
    .join(":");
}

/**
 * All variables of a git command: the person's, without those that point git elsewhere, and with
 * our settings.
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
    // Without it even a status would rewrite the person's index.
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    // An object is what its id says, and a commit has the parents that are written in it.
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_GRAFT_FILE: "/dev/null/none",
    // Of core.gitProxy the first one wins, so that no setting of ours could.
    GIT_PROXY_COMMAND: "",
    LC_ALL: "C",
    // A key can contain an equals sign, which git -c would split.
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

/** As `git rev-parse --local-env-vars` lists them: they would point a CLI's git at another place. */
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
