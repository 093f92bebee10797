import type { WorkspaceId } from "@malamar/contract/ids.ts";
import type { Workspace } from "@malamar/contract/workspace.ts";
import { SettingsSection } from "#components/settings-section.tsx";
import { KeptWorkList } from "./kept-work-list.tsx";
import { useKeptWork, useWorktrees } from "./queries.ts";
import { WorktreeList } from "./worktree-list.tsx";

type WorktreeSettingsProps = {
  workspaceId: WorkspaceId;
  mode: Workspace["working_directory_mode"];
};

/** The worktrees of a workspace, and the work that was kept when one was removed. */
export function WorktreeSettings({ workspaceId, mode }: WorktreeSettingsProps) {
  const worktrees = useWorktrees(workspaceId);
  const kept = useKeptWork(workspaceId);
  const isGit = mode === "git";
  // Another mode has none, unless tasks had branches before.
  const hasWorktrees = isGit || (worktrees.data?.worktrees.length ?? 0) > 0;
  const hasKept = isGit || (kept.data?.length ?? 0) > 0;
  return (
    <>
      {hasWorktrees && (
        <SettingsSection
          title="Worktrees"
          text="One per task with a branch. Removed 24 hours after the task is Done or deleted, unless that would lose work."
        >
          <WorktreeList worktrees={worktrees} />
        </SettingsSection>
      )}
      {hasKept && (
        <SettingsSection
          title="Kept work"
          text="Work from removed worktrees. If you deleted a branch, restore it here."
        >
          <KeptWorkList kept={kept} />
        </SettingsSection>
      )}
    </>
  );
}
