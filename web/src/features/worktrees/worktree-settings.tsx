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
          text="Where tasks with a branch have their files. Each is removed 24 hours after its task is Done or deleted, unless something in it would be lost."
        >
          <WorktreeList worktrees={worktrees} />
        </SettingsSection>
      )}
      {hasKept && (
        <SettingsSection
          title="Kept work"
          text="The work of worktrees that were removed. If a branch of yours is gone, restore its work as a new one."
        >
          <KeptWorkList kept={kept} />
        </SettingsSection>
      )}
    </>
  );
}
