import type { WorkspaceId } from "@malamar/contract/ids.ts";
import type { Workspace } from "@malamar/contract/workspace.ts";
import { lazy, Suspense, type ComponentType } from "react";
import { Link, useMatch } from "react-router";
import { Button } from "#components/ui/button.tsx";
import { CreateAgentButton } from "#features/agents/create-agent-button.tsx";
import { NoAgentsBanner } from "#features/agents/no-agents-banner.tsx";
import { useAgents } from "#features/agents/queries.ts";
import { UnavailableCliBanner } from "#features/agents/unavailable-cli-banner.tsx";
import { useCliHealth } from "#features/cli-health/queries.ts";
import { WorkingDirectoryBanner } from "#features/workspaces/working-directory-banner.tsx";

/** Only a workspace without a team needs it; what cannot be fetched is left out. */
const StartChatButton = lazy(
  async (): Promise<{ default: ComponentType<{ workspaceId: WorkspaceId }> }> => {
    try {
      return { default: (await import("#features/chats/start-chat-button.tsx")).StartChatButton };
    } catch {
      return { default: () => null };
    }
  },
);

type WorkspaceBannersProps = { id: WorkspaceId; workspace: Workspace | undefined };

/** What keeps this workspace from working. It stays until it is mended. */
export function WorkspaceBanners({ id, workspace }: WorkspaceBannersProps) {
  const { data: agents } = useAgents(id);
  const { data: clis = [] } = useCliHealth();
  const isOnAgents = useMatch("/workspaces/:id/agents") !== null;
  const isOnSettings = useMatch("/workspaces/:id/settings") !== null;
  const warning = workspace?.working_directory_warning ?? null;
  return (
    <>
      {agents?.length === 0 && (
        <NoAgentsBanner
          action={
            <div className="flex flex-wrap gap-2">
              <Suspense fallback={null}>
                <StartChatButton workspaceId={id} />
              </Suspense>
              {!isOnAgents && <CreateAgentButton workspaceId={id} clis={clis} isSmall />}
            </div>
          }
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
