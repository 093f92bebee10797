import { WorkspaceId } from "@malamar/contract/ids.ts";
import { useParams } from "react-router";
import { ErrorState } from "#components/error-state.tsx";
import { AgentSection } from "#features/agents/agent-section.tsx";
import { useCliHealth } from "#features/cli-health/queries.ts";
import { useWorkspace } from "#features/workspaces/queries.ts";
import { WorkspaceHeader } from "#features/workspaces/workspace-header.tsx";
import { ApiError } from "#lib/api.ts";
import { useDocumentTitle } from "#lib/document-title.ts";
import { NotFoundPage } from "./not-found-page.tsx";

export function AgentsPage() {
  const id = WorkspaceId.safeParse(useParams()["id"]);
  return id.success ? <WorkspaceAgents id={id.data} /> : <NotFoundPage />;
}

function WorkspaceAgents({ id }: { id: WorkspaceId }) {
  const { data: workspace, error, refetch } = useWorkspace(id);
  const { data: clis = [] } = useCliHealth();
  const isGone = error instanceof ApiError && error.status === 404;
  useDocumentTitle(workspace === undefined ? null : `Agents · ${workspace.title}`);
  if (isGone) return <NotFoundPage />;
  if (workspace === undefined && error !== null) {
    return (
      <ErrorState
        title="The workspace could not be loaded"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <>
      <WorkspaceHeader workspace={workspace} />
      <AgentSection workspaceId={id} clis={clis} />
    </>
  );
}
