import { dirname } from "node:path";
import { option, optional, type InstalledCliAdapter } from "#engines/cli/cli-adapter.ts";
import { KEY_VARIABLES } from "#engines/cli/key-variables.ts";
import { followFiles } from "#engines/cli/spending/followed-files.ts";
import { GEMINI_FAILURES } from "./gemini-failures.ts";
import { createReader } from "./gemini-reader.ts";
import { geminiSpending } from "./gemini-spending.ts";

export const gemini: InstalledCliAdapter = {
  type: "gemini",
  binary: "gemini",
  npmPackage: "@google/gemini-cli",
  testedVersion: "0.61.0",
  versionArguments: ["--version"],
  arguments: (run) => [
    "-p",
    run.prompt,
    "--approval-mode",
    "yolo",
    "--skip-trust",
    "-o",
    "stream-json",
    ...directories(run.inputPath, run.outputPath),
    ...optional("--model", run.model),
  ],
  // Otherwise it starts itself a second time: slower, and deaf to a TERM.
  environment: () => ({ GEMINI_CLI_NO_RELAUNCH: "true" }),
  keyVariables: () => KEY_VARIABLES.google,
  createReader,
  spending: (run) => followFiles(geminiSpending(run)),
  failures: GEMINI_FAILURES,
  logIn:
    "Run `gemini` in a terminal and choose how to log in. Or set GEMINI_API_KEY for it in the settings.",
  atModel: ({ url, home }) => ({
    env: {
      HOME: home,
      GEMINI_CLI_HOME: home,
      GOOGLE_GEMINI_BASE_URL: url,
      GEMINI_API_KEY: "none",
    },
    files: { ".gemini/settings.json": JSON.stringify(SETTINGS_AT_MODEL) },
    // Without one it first asks a model which model to use.
    model: "gemini-2.5-pro",
  }),
};

/**
 * Its file tools see nothing else outside the working directory. It takes a comma for the end of a
 * path, and does not start when the first part does not exist: for such paths, the model has its
 * shell.
 */
function directories(...paths: readonly string[]): readonly string[] {
  const distinct = new Set(paths.map((path) => dirname(path)));
  const named = [...distinct].filter((path) => !path.includes(","));
  return named.map((path) => option("--include-directories", path));
}

const SETTINGS_AT_MODEL = {
  // With a base URL and no type it refuses to start.
  security: { auth: { selectedType: "gemini-api-key" } },
  privacy: { usageStatisticsEnabled: false },
  // A failure of our own server is deliberate.
  general: { maxAttempts: 1 },
};
