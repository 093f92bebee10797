import { KeptWorkList } from "./kept-work-list.tsx";
import type { useLeftOver } from "./queries.ts";
import { WorktreeList } from "./worktree-list.tsx";

/** What is left of deleted workspaces. */
export function LeftOver({ left }: { left: ReturnType<typeof useLeftOver> }) {
  return (
    <>
      {left.hasWorktrees && (
        <div className="space-y-2">
          <h3 className="font-semibold">Worktrees</h3>
          <WorktreeList worktrees={left.worktrees} />
        </div>
      )}
      {left.hasKept && (
        <div className="space-y-2">
          <h3 className="font-semibold">Kept work</h3>
          <KeptWorkList kept={left.kept} />
        </div>
      )}
    </>
  );
}
