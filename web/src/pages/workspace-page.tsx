import type { WorkspaceId } from "@malamar/contract/ids.ts";
import { idFrom } from "@malamar/contract/plain/id.ts";
import type { Workspace } from "@malamar/contract/workspace.ts";
import { Outlet, useMatch, useOutletContext, useParams } from "react-router";
import { AgentEngines, useAgentEngines } from "#components/agent-engines.ts";
import { ErrorState } from "#components/error-state.tsx";
import { lazyPiece } from "#components/lazy-piece.tsx";
import { Page } from "#components/page.tsx";
import { TaskLinks } from "#components/task-links.ts";
import { useAgents } from "#features/agents/queries.ts";
import { useTaskView } from "#features/tasks/task/task-view-switch.ts";
import { useWorkspace } from "#features/workspaces/queries.ts";
import { WorkspaceHeader } from "#features/workspaces/workspace-header.tsx";
import { ApiError } from "#lib/api.ts";
import { IS_WIDE } from "#lib/breakpoints.ts";
import { useMediaQuery } from "#lib/media-query.ts";
import { WorkspaceBanners } from "./workspace-banners.tsx";

const NotFoundPage = lazyPiece(async () => (await import("./not-found-page.tsx")).NotFoundPage);

/** The context shared by all tabs of a workspace. */
type WorkspaceContext = { id: WorkspaceId; workspace: Workspace | undefined };

export function useWorkspaceContext(): WorkspaceContext {
  return useOutletContext<WorkspaceContext>();
}

/** The frame around the tabs of a workspace. */
export function WorkspacePage() {
  const id = idFrom<WorkspaceId>(useParams()["id"]);
  return id === null ? <NotFoundPage what="workspace" /> : <WorkspaceTabs key={id} id={id} />;
}

function WorkspaceTabs({ id }: { id: WorkspaceId }) {
  const { data: workspace, error, refetch } = useWorkspace(id);
  const engines = useAgentEngines(useAgents(id).data);
  const isConversation = useMatch("/workspaces/:id/chats/:chatId") !== null;
  // Without room for the list next to it, a conversation takes the whole page and has its own back
  // link.
  const isAlone = !useMediaQuery(IS_WIDE) && isConversation;
  // So has a task that is not next to its board: its result would begin too far down.
  const isTask = useMatch("/workspaces/:id/tasks/:taskId") !== null;
  const isTaskAlone = useTaskView() === "page" && isTask;
  if (error instanceof ApiError && error.status === 404) return <NotFoundPage what="workspace" />;
  if (workspace === undefined && error !== null) {
    return (
      <Page>
        <ErrorState
          title="The workspace could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      </Page>
    );
  }
  return (
    <>
      {!isAlone && !isTaskAlone && <WorkspaceHeader id={id} workspace={workspace} />}
      {isTaskAlone && workspace !== undefined && <h1 className="sr-only">{workspace.title}</h1>}
      {!isAlone && <WorkspaceBanners id={id} workspace={workspace} />}
      <AgentEngines value={engines}>
        <TaskLinks value={`/workspaces/${id}`}>
          <Outlet context={{ id, workspace } satisfies WorkspaceContext} />
        </TaskLinks>
      </AgentEngines>
    </>
  );
}
