import { Page } from "#components/page.tsx";
import { WorkspaceSettings } from "#features/workspaces/settings/workspace-settings.tsx";
import { WorktreeSettings } from "#features/worktrees/worktree-settings.tsx";
import { useDocumentTitle } from "#lib/document-title.ts";
import { useWorkspaceContext } from "./workspace-page.tsx";

export function WorkspaceSettingsPage() {
  const { workspace } = useWorkspaceContext();
  useDocumentTitle(workspace === undefined ? null : `Settings · ${workspace.title}`);
  return (
    <Page className="pb-0">
      <WorkspaceSettings workspace={workspace}>
        {workspace !== undefined && (
          <WorktreeSettings workspaceId={workspace.id} mode={workspace.working_directory_mode} />
        )}
      </WorkspaceSettings>
    </Page>
  );
}
