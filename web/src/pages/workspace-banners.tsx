import type { WorkspaceId } from "@malamar/contract/ids.ts";
import type { Workspace } from "@malamar/contract/workspace.ts";
import { Link, useMatch } from "react-router";
import { BannerToCome } from "#components/banner-to-come.tsx";
import { lazyPiece } from "#components/lazy-piece.tsx";
import { Button } from "#components/ui/button.tsx";
import { useAgents } from "#features/agents/queries.ts";
import { UnavailableCliBanner } from "#features/agents/unavailable-cli-banner.tsx";
import { useCliHealth } from "#features/cli-health/queries.ts";
import { StopActiveRuns } from "#features/tasks/actions/stop-active-runs.ts";
import { PausedBanner } from "#features/workspaces/paused-banner.tsx";
import { WorkingDirectoryBanner } from "#features/workspaces/working-directory-banner.tsx";

const NoAgents = lazyPiece(
  async () => (await import("./no-agents.tsx")).NoAgents,
  <BannerToCome />,
);

const DemoBanner = lazyPiece(
  async () => (await import("#features/demo-team/demo-banner.tsx")).DemoBanner,
  <BannerToCome />,
);

type WorkspaceBannersProps = { id: WorkspaceId; workspace: Workspace | undefined };

/** What keeps this workspace from working. Stays until it is fixed. */
export function WorkspaceBanners({ id, workspace }: WorkspaceBannersProps) {
  const { data: agents } = useAgents(id);
  const { data: health } = useCliHealth();
  const clis = health ?? [];
  const areKnown = workspace !== undefined && agents !== undefined && health !== undefined;
  const isOnAgents = useMatch("/workspaces/:id/agents") !== null;
  const isOnSettings = useMatch("/workspaces/:id/settings") !== null;
  const warning = workspace?.working_directory_warning ?? null;
  return (
    <>
      {!areKnown && <BannerToCome />}
      {workspace?.is_demo && <DemoBanner workspaceId={id} />}
      {agents?.length === 0 && <NoAgents id={id} clis={clis} hasCreateButton={!isOnAgents} />}
      {workspace?.is_paused && (
        <PausedBanner
          workspace={workspace}
          stopButton={<StopActiveRuns workspaceIds={[workspace.id]} />}
        />
      )}
      {warning !== null && (
        <WorkingDirectoryBanner
          warning={warning}
          action={
            !isOnSettings && (
              <Button asChild size="small">
                <Link to={`/workspaces/${id}/settings`}>Change the directory</Link>
              </Button>
            )
          }
        />
      )}
      <UnavailableCliBanner
        agents={agents ?? []}
        clis={clis}
        action={
          <Button asChild size="small">
            <Link to="/settings#clis">What to do</Link>
          </Button>
        }
      />
    </>
  );
}
