import { lazyPart } from "#components/lazy-part.tsx";

export const [LazyCreateWorkspace] = lazyPart(
  async () =>
    (await import("#features/workspaces/create-workspace-dialog.tsx")).CreateWorkspaceDialog,
);

export const [LazyDeleteWorkspace] = lazyPart(
  async () =>
    (await import("#features/workspaces/delete-workspace-dialog.tsx")).DeleteWorkspaceDialog,
);

export const [LazyCreateTask] = lazyPart(
  async () => (await import("#features/tasks/board/create-task-dialog.tsx")).CreateTaskDialog,
);

export const [LazyAgent] = lazyPart(
  async () => (await import("#features/agents/agent-dialog.tsx")).AgentDialog,
);
