import type { CliHealth, InstalledCliType } from "@malamar/contract/cli.ts";

export const INSTALL_COMMANDS: Record<InstalledCliType, string> = {
  claude: "npm install -g @anthropic-ai/claude-code",
  codex: "npm install -g @openai/codex",
  gemini: "npm install -g @google/gemini-cli",
  opencode: "npm install -g opencode-ai",
};

/** Known to have none: before the first answer nothing is claimed. */
export function hasNoCli(health: readonly CliHealth[] | undefined): boolean {
  return health !== undefined && health.every((cli) => cli.status === "unhealthy");
}
