import { z } from "zod";
import { optional, type InstalledCliAdapter } from "#engines/cli/cli-adapter.ts";
import { KEY_VARIABLES } from "#engines/cli/key-variables.ts";
import type { JsonSchema } from "#engines/engine.ts";
import { followFiles } from "#engines/cli/spending/followed-files.ts";
import { CLAUDE_FAILURES } from "./claude-failures.ts";
import { createReader } from "./claude-reader.ts";
import { claudeSpending } from "./claude-spending.ts";

export const claude: InstalledCliAdapter = {
  type: "claude",
  binary: "claude",
  npmPackage: "@anthropic-ai/claude-code",
  testedVersion: "2.1.325",
  versionArguments: ["--version"],
  arguments: (run) => [
    "-p",
    run.prompt,
    "--dangerously-skip-permissions",
    // Refused without --verbose.
    "--output-format",
    "stream-json",
    "--verbose",
    ...optional("--json-schema", run.answerSchema && lenient(run.answerSchema)),
    ...optional("--model", run.model),
  ],
  environment: (run) => ({
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
    // Otherwise it can wake itself up again and again, and a run may never end.
    CLAUDE_CODE_DISABLE_CRON: "1",
    // Ten by default: three minutes, whatever is wrong.
    ...(run.isUrgent ? { CLAUDE_CODE_MAX_RETRIES: "1" } : {}),
    // As root it skips permissions only where it believes to be contained.
    ...(process.getuid?.() === 0 ? { IS_SANDBOX: "1" } : {}),
  }),
  keyVariables: (environment) => [
    ...KEY_VARIABLES.anthropic,
    ...(environment["CLAUDE_CODE_USE_BEDROCK"] ? KEY_VARIABLES.aws : []),
    ...(environment["CLAUDE_CODE_USE_VERTEX"] ? ["GOOGLE_APPLICATION_CREDENTIALS"] : []),
  ],
  createReader,
  spending: (run) => followFiles(claudeSpending(run)),
  failures: CLAUDE_FAILURES,
  logIn:
    "Run `claude auth login` in a terminal. Or set ANTHROPIC_API_KEY for it in the settings, or CLAUDE_CODE_OAUTH_TOKEN with what `claude setup-token` prints.",
  atModel: ({ url, home }) => ({
    env: {
      HOME: home,
      CLAUDE_CONFIG_DIR: home,
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: "none",
    },
    files: {},
    model: null,
  }),
};

const MayBeNull = z.union([
  z.object({ type: z.array(z.string()).refine((types) => types.includes("null")) }),
  z.object({ anyOf: z.array(z.unknown()).refine((forms) => forms.some(isNull)) }),
]);

function isNull(form: unknown): boolean {
  return z.object({ type: z.literal("null") }).safeParse(form).success;
}

const ObjectForm = z.looseObject({
  properties: z.record(z.string(), z.unknown()),
  required: z.array(z.string()),
});

/**
 * What may be null may also be left out, as in our examples. It checks the answer itself, and a
 * model that fails five times fails the run, even if its file is right.
 */
function lenient(schema: JsonSchema): string {
  return JSON.stringify(schema, (_name, part: unknown) => {
    const { data: form } = ObjectForm.safeParse(part);
    if (!form) return part;
    const { properties, required } = form;
    const needed = required.filter((name) => !MayBeNull.safeParse(properties[name]).success);
    return { ...form, required: needed };
  });
}
