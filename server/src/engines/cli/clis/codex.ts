import {
  fileBeside,
  optional,
  type CliRun,
  type InstalledCliAdapter,
} from "#engines/cli/cli-adapter.ts";
import { KEY_VARIABLES } from "#engines/cli/key-variables.ts";
import { followFiles } from "#engines/cli/spending/followed-files.ts";
import { CODEX_FAILURES } from "./codex-failures.ts";
import { createReader } from "./codex-reader.ts";
import { codexSpending } from "./codex-spending.ts";

export const codex: InstalledCliAdapter = {
  type: "codex",
  binary: "codex",
  npmPackage: "@openai/codex",
  testedVersion: "0.166.0",
  versionArguments: ["--version"],
  arguments: (run) => [
    "exec",
    "--json",
    "--dangerously-bypass-approvals-and-sandbox",
    "--skip-git-repo-check",
    "-c",
    "analytics.enabled=false",
    "-c",
    "check_for_update_on_startup=false",
    // Otherwise it waits for its server forever, with a line every minute: no limit on silence
    // would end it.
    "-c",
    "features.unbounded_connection_retries=false",
    ...optional("--output-schema", run.answerSchema && schemaFile(run)),
    ...optional("--model", run.model),
    run.prompt,
  ],
  files: (run) => (run.answerSchema ? { [schemaFile(run)]: JSON.stringify(run.answerSchema) } : {}),
  keyVariables: () => KEY_VARIABLES.openai,
  createReader,
  spending: (run) => followFiles(codexSpending(run)),
  failures: CODEX_FAILURES,
  logIn:
    "Run `codex login` in a terminal. Or set CODEX_API_KEY for it in the settings; OPENAI_API_KEY is not read.",
  atModel: ({ url, home }) => ({
    env: { HOME: home, CODEX_HOME: home, SCRIPTED_MODEL_KEY: "none" },
    files: { "config.toml": configFor(url) },
    model: null,
  }),
};

function schemaFile(run: CliRun): string {
  return fileBeside(run, "schema.json");
}

/** Without plug-ins it requests no list of them, and so looks up no name on the network. */
function configFor(url: string): string {
  return `model_provider = "scripted"

[model_providers.scripted]
name = "Scripted model"
base_url = "${url}/v1"
env_key = "SCRIPTED_MODEL_KEY"
wire_api = "responses"

[features]
plugins = false
`;
}
