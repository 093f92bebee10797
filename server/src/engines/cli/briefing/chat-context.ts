import type { Agent } from "@malamar/contract/agent.ts";
import type { ChatBriefing } from "@malamar/contract/briefing.ts";
import type { CliHealth } from "@malamar/contract/cli.ts";
import { cliLabel } from "@malamar/contract/plain/cli.ts";
import { closed, fenced, quoted } from "./markdown.ts";

/** The state of the workspace as Markdown, for an agent that needs it. */
export function chatContext({ workspace_instruction, context }: ChatBriefing): string {
  const { settings, team, clis, is_mail_configured } = context;
  return [
    "# Workspace",
    Object.entries(settings)
      .map(([name, value]) => `- ${name}: ${String(value)}`)
      .join("\n"),
    "## Description",
    "The instruction that every agent of the workspace receives.",
    quoted(workspace_instruction.trim()) || "There is none.",
    "## Agents",
    team.length === 0
      ? "The team has no agents yet: every task goes straight to In Review."
      : "In the order in which they work.",
    ...team.map(agentSection),
    "# CLIs",
    clis.map(cliLine).join("\n") || "None has been checked yet.",
    "# Mail",
    is_mail_configured
      ? "Mailgun is configured: mails can be sent."
      : "Mailgun is not configured: no mail is sent. A person can set it up in the settings.",
  ]
    .join("\n\n")
    .concat("\n");
}

function agentSection({ name, id, cli_type, model, order, instruction }: Agent): string {
  const runsOn = `${cliLabel(cli_type)} (${cli_type})${model === null ? "" : `, model ${model}`}`;
  return [
    `### ${order}. ${name} (id: ${id})`,
    `Runs on ${runsOn}.`,
    fenced(closed(instruction.trim()), "markdown"),
  ].join("\n\n");
}

function cliLine({ cli_type, label, status, version, error }: CliHealth): string {
  const detail = status === "unhealthy" ? error : version;
  return `- ${label} (${cli_type}): ${status}${detail === null ? "" : `, ${detail}`}`;
}
