import { option, optional, type InstalledCliAdapter } from "#engines/cli/cli-adapter.ts";
import { ALL_KEY_VARIABLES } from "#engines/cli/key-variables.ts";
import { OPENCODE_FAILURES } from "./opencode-failures.ts";
import { createReader } from "./opencode-reader.ts";
import { opencodeSpending } from "./opencode-spending.ts";

export const opencode: InstalledCliAdapter = {
  type: "opencode",
  binary: "opencode",
  npmPackage: "opencode-ai",
  testedVersion: "1.18.33",
  versionArguments: ["--version"],
  arguments: (run) => [
    "run",
    "--format",
    "json",
    // Allows whatever the user has not denied.
    "--auto",
    "--thinking",
    // Otherwise it works where the shell was that started Malamar: it believes $PWD.
    option("--dir", run.cwd),
    // Without a title it asks a model for one.
    option("--title", `Malamar run ${run.runId}`),
    ...optional("--model", run.model),
    run.prompt,
  ],
  environment: () => ({
    OPENCODE_DISABLE_MODELS_FETCH: "1",
    OPENCODE_DISABLE_AUTOUPDATE: "1",
    OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
    OPENCODE_DISABLE_SHARE: "1",
    // The reason of some errors is only in its log, and so is every sign of life while it retries.
    OPENCODE_PRINT_LOGS: "1",
    OPENCODE_LOG_LEVEL: "ERROR",
  }),
  // It can use any provider, several of them in one run.
  keyVariables: () => ALL_KEY_VARIABLES,
  createReader,
  spending: opencodeSpending,
  failures: OPENCODE_FAILURES,
  logIn:
    "Run `opencode auth login` in a terminal and choose a provider. Or set the API key of a provider for it in the settings, such as ANTHROPIC_API_KEY.",
  atModel: ({ url, home }) => ({
    env: {
      HOME: home,
      XDG_CONFIG_HOME: `${home}/.config`,
      XDG_DATA_HOME: `${home}/.local/share`,
      XDG_STATE_HOME: `${home}/.local/state`,
      XDG_CACHE_HOME: `${home}/.cache`,
    },
    files: { ".config/opencode/opencode.json": JSON.stringify(configFor(url)) },
    model: null,
  }),
};

/** With a price, so that it reports a cost. */
function configFor(url: string) {
  const model = { cost: { input: 1, output: 2 }, limit: { context: 200_000, output: 8000 } };
  return {
    $schema: "https://opencode.ai/config.json",
    enabled_providers: ["scripted"],
    model: "scripted/model",
    small_model: "scripted/model",
    provider: {
      scripted: {
        npm: "@ai-sdk/openai-compatible",
        options: { baseURL: `${url}/v1`, apiKey: "none" },
        models: { model },
      },
    },
  };
}
