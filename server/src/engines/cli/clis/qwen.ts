import { existsSync } from "node:fs";
import {
  fileBeside,
  optional,
  type CliRun,
  type InstalledCliAdapter,
} from "#engines/cli/cli-adapter.ts";
import { KEY_VARIABLES } from "#engines/cli/key-variables.ts";
import { followFiles } from "#engines/cli/spending/followed-files.ts";
import { QWEN_FAILURES } from "./qwen-failures.ts";
import { createReader } from "./qwen-reader.ts";
import { qwenSpending } from "./qwen-spending.ts";

/**
 * Its --json-schema is not used: a model that writes its answer and then ends with words, as
 * instructed, would make the run fail.
 */
export const qwen: InstalledCliAdapter = {
  type: "qwen",
  binary: "qwen",
  npmPackage: "@qwen-code/qwen-code",
  testedVersion: "0.24.4",
  versionArguments: ["--version"],
  arguments: (run) => [
    "--approval-mode",
    "yolo",
    "--output-format",
    "stream-json",
    ...optional("--model", run.model),
    run.prompt,
  ],
  environment: (run) => ({
    // Otherwise it starts itself once more: slower, and with half as much memory again.
    QWEN_CODE_NO_RELAUNCH: "true",
    // A run in which the model asks to be woken up again and again would not end.
    QWEN_CODE_DISABLE_CRON: "1",
    QWEN_CODE_SUPPRESS_YOLO_WARNING: "1",
    QWEN_USAGE_STATISTICS_ENABLED: "false",
    [TRUSTED_FOLDERS_VARIABLE]: trustedFoldersFile(run),
    ...(hasOwnDefaults(run) ? {} : { [DEFAULTS_VARIABLE]: defaultsFile(run) }),
  }),
  files: (run) => ({
    [defaultsFile(run)]: JSON.stringify(DEFAULTS),
    // Only asked of users who turned trust on: in an untrusted folder, it gets no tools.
    [trustedFoldersFile(run)]: JSON.stringify({ [run.cwd]: "TRUST_FOLDER" }),
  }),
  // Its own settings decide which of these it uses.
  keyVariables: () => [
    ...KEY_VARIABLES.alibaba,
    ...KEY_VARIABLES.google,
    "OPENAI_API_KEY",
    "ANTHROPIC_API_KEY",
  ],
  createReader,
  spending: (run) => followFiles(qwenSpending(run)),
  failures: QWEN_FAILURES,
  logIn:
    "Run `qwen` in a terminal and choose a provider with /auth. Or set OPENAI_API_KEY, OPENAI_BASE_URL and OPENAI_MODEL for it in the settings.",
  atModel: ({ url, home }) => ({
    env: {
      HOME: home,
      QWEN_HOME: `${home}/.qwen`,
      QWEN_DEFAULT_AUTH_TYPE: "openai",
      OPENAI_BASE_URL: `${url}/v1`,
      OPENAI_API_KEY: "none",
      OPENAI_MODEL: "scripted",
    },
    files: {},
    model: null,
  }),
};

const TRUSTED_FOLDERS_VARIABLE = "QWEN_CODE_TRUSTED_FOLDERS_PATH";
const DEFAULTS_VARIABLE = "QWEN_CODE_SYSTEM_DEFAULTS_PATH";

/** Applies where nobody has set anything else. */
const DEFAULTS = {
  // Otherwise it would remember this run for its user everywhere else.
  memory: { enableManagedAutoMemory: false },
  // It still retries seven times, for a minute or so. Ten more rounds of that take an hour.
  model: { generationConfig: { maxRetries: 0 } },
};

function defaultsFile(run: CliRun): string {
  return fileBeside(run, "defaults.json");
}

function trustedFoldersFile(run: CliRun): string {
  return fileBeside(run, "trusted-folders.json");
}

const SYSTEM_DEFAULTS = [
  "/etc/qwen-code/system-defaults.json",
  "/Library/Application Support/QwenCode/system-defaults.json",
];

/** An administrator's may name the model's provider: they must not be lost. */
function hasOwnDefaults({ environment }: CliRun): boolean {
  return DEFAULTS_VARIABLE in environment || SYSTEM_DEFAULTS.some((path) => existsSync(path));
}
