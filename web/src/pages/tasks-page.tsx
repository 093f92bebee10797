import type { Agent } from "@malamar/contract/agent.ts";
import { useEffect, useState } from "react";
import { Outlet, useParams } from "react-router";
import { lazyPiece } from "#components/lazy-piece.tsx";
import { FillPage } from "#components/page.tsx";
import { useAgents } from "#features/agents/queries.ts";
import { useSettings } from "#features/settings/queries.ts";
import { useTaskView } from "#features/tasks/task/task-view-switch.ts";
import { useDocumentTitle } from "#lib/document-title.ts";
import { useWorkspaceContext } from "./workspace-page.tsx";

const FirstTasks = lazyPiece(
  async () => (await import("#features/first-tasks/first-tasks.tsx")).FirstTasks,
);

// The route of the board fetches it along with this page (router.tsx); a task alone does without.
const fetchBoard = async () => (await import("#features/tasks/board/board.tsx")).Board;
const Board = lazyPiece(fetchBoard);

/** The task has been drawn by then. */
const SOON_MS = 2_000;

const NO_AGENTS: readonly Agent[] = [];

/** The board, with a task next to it where both fit, or the task alone. */
export function TasksPage() {
  const { id, workspace } = useWorkspaceContext();
  const { data: agents = NO_AGENTS } = useAgents(id);
  const { data: settings } = useSettings();
  const taskId = useParams()["taskId"];
  const view = useTaskView();
  const [lastOpen, setLastOpen] = useState(taskId);
  if (taskId !== undefined && taskId !== lastOpen) setLastOpen(taskId);
  const title = workspace === undefined ? null : `Tasks · ${workspace.title}`;
  useDocumentTitle(taskId === undefined ? title : undefined);
  const isBoardShown = taskId === undefined || view === "panel";
  useEffect(() => {
    // The way back leads there, with or without a server.
    const timer = setTimeout(() => void fetchBoard().catch(() => {}), SOON_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <FillPage className="flex-row">
      {isBoardShown && (
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          <Board
            workspaceId={id}
            workspace={workspace}
            isAllPaused={settings?.is_paused ?? false}
            agents={agents}
            cameFrom={lastOpen}
            renderExamples={(onChoose) =>
              agents.length > 0 && <FirstTasks agents={agents} onChoose={onChoose} />
            }
          />
        </div>
      )}
      <Outlet context={{ id, workspace }} />
    </FillPage>
  );
}
