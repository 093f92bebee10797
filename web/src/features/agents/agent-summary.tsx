import type { Agent } from "@malamar/contract/agent.ts";
import type { CliHealth } from "@malamar/contract/cli.ts";
import { cliLabel, DEMO_CLI } from "@malamar/contract/plain/cli.ts";
import { CliHealthLabel } from "#components/cli-health-label.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { plainWords } from "#lib/plain-words.logic.ts";

type AgentSummaryProps = { agent: Agent; health: CliHealth | undefined };

export function AgentSummary({ agent, health }: AgentSummaryProps) {
  // The Demo CLI is built in. Where it is not offered, nothing checks its health.
  const isChecked = agent.cli_type !== DEMO_CLI.type || health !== undefined;
  return (
    <div className="min-w-0 flex-1 space-y-1">
      <h3 className="line-clamp-2 leading-normal font-semibold wrap-any">{agent.name}</h3>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-sm text-muted">
        <span className="inline-flex items-center gap-2">
          {cliLabel(agent.cli_type)}
          {isChecked && <CliHealthLabel health={health} />}
        </span>
        {agent.model !== null && (
          <Tooltip text={agent.model}>
            <span className="max-w-full truncate">
              Model <span className="font-mono">{agent.model}</span>
            </span>
          </Tooltip>
        )}
      </p>
      <p className="line-clamp-2 wrap-any text-muted">{plainWords(agent.instruction)}</p>
    </div>
  );
}
