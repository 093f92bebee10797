import type { CliHealth } from "@malamar/contract/cli.ts";
import type { WorkspaceId } from "@malamar/contract/ids.ts";
import { Bot } from "lucide-react";
import { Delayed } from "#components/delayed.tsx";
import { EmptyState } from "#components/empty-state.tsx";
import { ErrorState } from "#components/error-state.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { AgentList } from "./agent-list.tsx";
import { CreateAgentButton } from "./create-agent-button.tsx";
import { useAgents } from "./queries.ts";

type AgentSectionProps = { workspaceId: WorkspaceId; clis: readonly CliHealth[] };

export function AgentSection({ workspaceId, clis }: AgentSectionProps) {
  const { data: agents, error, refetch } = useAgents(workspaceId);
  const hasAgents = agents !== undefined && agents.length > 0;
  return (
    <section aria-labelledby="agents-heading" className="space-y-3">
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-3">
        <h2 id="agents-heading" className="text-lg font-semibold">
          Agents
        </h2>
        {hasAgents && <CreateAgentButton workspaceId={workspaceId} clis={clis} />}
      </div>
      {hasAgents && (
        <p className="text-muted">
          Agents run in this order on every task, looping until nobody has anything to add.
        </p>
      )}
      {agents === undefined && error !== null && (
        <ErrorState
          title="The agents could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {agents === undefined && error === null && <LoadingRows />}
      {agents?.length === 0 && (
        <EmptyState
          icon={Bot}
          title="No agents yet"
          text="Agents run in order on every task, looping until nobody has anything to add. Start with one that plans or one that writes code."
        >
          <CreateAgentButton workspaceId={workspaceId} clis={clis} />
        </EmptyState>
      )}
      {hasAgents && <AgentList workspaceId={workspaceId} agents={agents} health={clis} />}
    </section>
  );
}

function LoadingRows() {
  return (
    <Delayed>
      <output className="sr-only">Loading agents</output>
      <div className="space-y-1.5">
        {Array.from({ length: 4 }, (_, index) => (
          <div key={index} className="space-y-2 rounded-md border bg-card py-4 pr-4 pl-16">
            <Skeleton className="h-4 w-32" />
            <Skeleton className="h-3.5 w-52 max-w-full" />
            <Skeleton className="h-3.5 w-full" />
          </div>
        ))}
      </div>
    </Delayed>
  );
}
