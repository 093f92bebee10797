import { Outlet, useParams } from "react-router";
import { lazyPiece } from "#components/lazy-piece.tsx";
import { FillPage } from "#components/page.tsx";
import { Board } from "#features/tasks/board/board.tsx";
import { useDocumentTitle } from "#lib/document-title.ts";
import { useWorkspaceContext } from "./workspace-page.tsx";

const FirstTasks = lazyPiece(async () => (await import("./first-tasks.tsx")).FirstTasks);

export function TasksPage() {
  const { id, workspace } = useWorkspaceContext();
  const isTaskOpen = useParams()["taskId"] !== undefined;
  const title = workspace === undefined ? null : `Tasks · ${workspace.title}`;
  useDocumentTitle(isTaskOpen ? undefined : title);
  return (
    <FillPage>
      <Board workspaceId={id} workspace={workspace} />
      <FirstTasks workspaceId={id} />
      <Outlet context={{ id, workspace }} />
    </FillPage>
  );
}
