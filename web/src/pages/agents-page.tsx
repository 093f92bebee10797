import { Page } from "#components/page.tsx";
import { AgentSection } from "#features/agents/agent-section.tsx";
import { useCliHealth } from "#features/cli-health/queries.ts";
import { useDocumentTitle } from "#lib/document-title.ts";
import { useWorkspaceContext } from "./workspace-page.tsx";

export function AgentsPage() {
  const { id, workspace } = useWorkspaceContext();
  const { data: clis = [] } = useCliHealth();
  useDocumentTitle(workspace === undefined ? null : `Agents · ${workspace.title}`);
  return (
    <Page>
      <AgentSection workspaceId={id} clis={clis} />
    </Page>
  );
}
