/**
 * With these settings git starts nothing by itself, whatever the repository says. A push is the
 * exception: it needs the person's hooks.
 */
const QUIET: readonly (readonly [key: string, value: string])[] = [
  ["core.fsmonitor", "false"],
  ["core.hooksPath", "/dev/null"],
  ["core.pager", "cat"],
  ["core.editor", "false"],
  ["diff.external", ""],
  ["gc.auto", "0"],
  ["maintenance.auto", "false"],
  ["protocol.ext.allow", "never"],
  // Paths are compared as they are.
  ["core.quotePath", "false"],
  ["core.precomposeUnicode", "false"],
];

export type Setting = readonly [key: string, value: string];

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
    // Without it even a status would rewrite the person's index.
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
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
]);

export function isLocalToRepository(name: string): boolean {
  return LOCAL_TO_A_REPOSITORY.has(name);
}
