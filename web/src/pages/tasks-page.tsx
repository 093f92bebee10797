import { Outlet, useParams } from "react-router";
import { FillPage } from "#components/page.tsx";
import { useAgents } from "#features/agents/queries.ts";
import { Board } from "#features/tasks/board/board.tsx";
import { useDocumentTitle } from "#lib/document-title.ts";
import { useWorkspaceContext } from "./workspace-page.tsx";

export function TasksPage() {
  const { id, workspace } = useWorkspaceContext();
  const { data: agents } = useAgents(id);
  const isTaskOpen = useParams()["taskId"] !== undefined;
  const title = workspace === undefined ? null : `Tasks · ${workspace.title}`;
  useDocumentTitle(isTaskOpen ? undefined : title);
  return (
    <FillPage>
      <Board workspaceId={id} workspace={workspace} agents={agents ?? []} />
      <Outlet context={{ id, workspace }} />
    </FillPage>
  );
}
