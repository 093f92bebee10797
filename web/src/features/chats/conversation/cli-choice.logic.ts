import type { Agent } from "@malamar/contract/agent.ts";
import type { Chat } from "@malamar/contract/chat.ts";
import type { CliHealth, CliType } from "@malamar/contract/cli.ts";
import { CLIS, DEMO_CLI, cliLabel, firstHealthyCli } from "@malamar/contract/plain/cli.ts";

export type CliChoice = {
  /** Null leaves it to the agent. */
  type: CliType | null;
  label: string;
  isUnavailable: boolean;
  isChosen: boolean;
};

type ChosenBy = Pick<Chat, "agent_id" | "cli_type">;

/** The CLIs for a chat: the agent's default first, then every CLI. */
export function cliChoices(
  chat: ChosenBy,
  agents: readonly Agent[],
  clis: readonly CliHealth[],
): CliChoice[] {
  const own = ownCli(chat, agents, clis);
  const isDemoOffered =
    chat.cli_type === DEMO_CLI.type || clis.some((cli) => cli.cli_type === DEMO_CLI.type);
  return [
    {
      type: null,
      label: ownLabel(chat, own),
      isUnavailable: own !== null && isUnavailable(own, clis),
      isChosen: chat.cli_type === null,
    },
    ...[...CLIS, ...(isDemoOffered ? [DEMO_CLI] : [])].map(({ type, label }) => ({
      type,
      label,
      isUnavailable: isUnavailable(type, clis),
      isChosen: chat.cli_type === type,
    })),
  ];
}

/** Known not to work. Before the first check, no CLI counts as unavailable. */
export function isUnavailable(type: CliType, clis: readonly CliHealth[]): boolean {
  return clis.some((cli) => cli.cli_type === type && cli.status === "unhealthy");
}

function ownCli(
  chat: ChosenBy,
  agents: readonly Agent[],
  clis: readonly CliHealth[],
): CliType | null {
  if (chat.agent_id === null) return firstHealthyCli(clis);
  return agents.find(({ id }) => id === chat.agent_id)?.cli_type ?? null;
}

function ownLabel({ agent_id }: ChosenBy, own: CliType | null): string {
  const name = agent_id === null ? "First available" : "The agent's own";
  return own === null ? name : `${name}: ${cliLabel(own)}`;
}
