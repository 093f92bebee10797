import {
  DEMO_CLI,
  type CliHealth,
  type CliType,
  type InstalledCliType,
} from "@malamar/contract/cli.ts";

const COMMANDS: Record<InstalledCliType, string> = {
  claude: "npm install -g @anthropic-ai/claude-code",
  codex: "npm install -g @openai/codex",
  gemini: "npm install -g @google/gemini-cli",
  opencode: "npm install -g opencode-ai",
};

/** How to get a CLI; null for the one that is part of Malamar. */
export function installCommand(type: CliType): string | null {
  return type === DEMO_CLI.type ? null : COMMANDS[type];
}

/** Known to have none: before the first answer nothing is claimed. */
export function hasNoCli(health: readonly CliHealth[] | undefined): boolean {
  return health !== undefined && health.every((cli) => cli.status === "unhealthy");
}
