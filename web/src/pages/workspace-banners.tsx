import type { WorkspaceId } from "@malamar/contract/ids.ts";
import type { Workspace } from "@malamar/contract/workspace.ts";
import { Link, useMatch } from "react-router";
import { lazyPiece } from "#components/lazy-piece.tsx";
import { Button } from "#components/ui/button.tsx";
import { useAgents } from "#features/agents/queries.ts";
import { UnavailableCliBanner } from "#features/agents/unavailable-cli-banner.tsx";
import { useCliHealth } from "#features/cli-health/queries.ts";
import { PausedBanner } from "#features/workspaces/paused-banner.tsx";
import { WorkingDirectoryBanner } from "#features/workspaces/working-directory-banner.tsx";

const NoAgentsBanner = lazyPiece(
  async () => (await import("#features/agents/no-agents-banner.tsx")).NoAgentsBanner,
);

const DemoBanner = lazyPiece(
  async () => (await import("#features/demo-team/demo-banner.tsx")).DemoBanner,
);

const StartChatButton = lazyPiece(
  async () => (await import("#features/chats/start-chat-button.tsx")).StartChatButton,
);

type WorkspaceBannersProps = { id: WorkspaceId; workspace: Workspace | undefined };

/** What keeps this workspace from working. Stays until it is fixed. */
export function WorkspaceBanners({ id, workspace }: WorkspaceBannersProps) {
  const { data: agents } = useAgents(id);
  const { data: clis = [] } = useCliHealth();
  const isOnAgents = useMatch("/workspaces/:id/agents") !== null;
  const isOnSettings = useMatch("/workspaces/:id/settings") !== null;
  const warning = workspace?.working_directory_warning ?? null;
  return (
    <>
      {workspace?.is_demo && <DemoBanner workspaceId={id} />}
      {agents?.length === 0 && (
        <NoAgentsBanner
          workspaceId={id}
          clis={clis}
          hasCreateButton={!isOnAgents}
          chatButton={<StartChatButton workspaceId={id} />}
        />
      )}
      {workspace?.is_paused && <PausedBanner workspace={workspace} />}
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
