import { lazyPart } from "#components/lazy-part.tsx";

export const [LazyCreateWorkspace] = lazyPart(
  async () =>
    (await import("#features/workspaces/create-workspace-dialog.tsx")).CreateWorkspaceDialog,
);

export const [LazyCreateTask] = lazyPart(
  async () => (await import("#features/tasks/board/create-task-dialog.tsx")).CreateTaskDialog,
);

export const [LazyAgent] = lazyPart(
  async () => (await import("#features/agents/agent-dialog.tsx")).AgentDialog,
);
