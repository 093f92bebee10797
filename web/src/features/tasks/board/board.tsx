import type { WorkspaceId } from "@malamar/contract/ids.ts";
import type { Workspace } from "@malamar/contract/workspace.ts";
import { Link } from "react-router";
import { useBoard } from "#features/tasks/queries.ts";

type BoardProps = { workspaceId: WorkspaceId; workspace: Workspace | undefined };

export function Board({ workspaceId }: BoardProps) {
  const { data: tasks = [] } = useBoard(workspaceId);
  return (
    <ul>
      {tasks.map((task) => (
        <li key={task.id}>
          <Link to={task.id} state={{ fromBoard: true }} data-task-id={task.id}>
            {task.summary}
          </Link>
        </li>
      ))}
    </ul>
  );
}
