import type { CliHealth } from "@malamar/contract/cli.ts";
import type { WorkspaceId } from "@malamar/contract/ids.ts";
import { TriangleAlert, UsersRound } from "lucide-react";
import type { ReactNode } from "react";
import { BannerStrip } from "#components/banner-strip.tsx";
import { WriteButton } from "#components/write-button.tsx";
import { errorMessage } from "#lib/error-details.logic.ts";
import { toast } from "#lib/toast.ts";
import { CreateAgentButton } from "./create-agent-button.tsx";
import { useAddSampleTeam } from "./mutations.ts";

type NoAgentsBannerProps = {
  workspaceId: WorkspaceId;
  clis: readonly CliHealth[];
  /** False where the page itself has one. */
  hasCreateButton: boolean;
  /** Opens a chat with the Malamar agent. */
  chatButton: ReactNode;
};

/** Stays until the workspace has an agent, and offers every way to get a team. */
export function NoAgentsBanner(props: NoAgentsBannerProps) {
  const { workspaceId, clis, hasCreateButton, chatButton } = props;
  return (
    <BannerStrip
      icon={TriangleAlert}
      action={
        <div className="flex flex-wrap gap-2 py-1">
          <SampleTeamButton workspaceId={workspaceId} />
          {chatButton}
          {hasCreateButton && <CreateAgentButton workspaceId={workspaceId} clis={clis} isSmall />}
        </div>
      }
    >
      This workspace has no agents. Tasks go straight to In Review.
    </BannerStrip>
  );
}

function SampleTeamButton({ workspaceId }: { workspaceId: WorkspaceId }) {
  const add = useAddSampleTeam(workspaceId);
  // Awaited, because `mutate` callbacks are dropped when the button unmounts with its banner.
  const start = async () => {
    try {
      const team = await add.mutateAsync();
      document.querySelector("main")?.focus();
      toast.success("The team is ready", { description: team.map(({ name }) => name).join(", ") });
    } catch (error) {
      toast.error("The team was not added", { description: errorMessage(error) });
    }
  };
  return (
    <WriteButton
      size="small"
      variant="primary"
      isBusy={add.isPending}
      busyLabel="Adding…"
      onClick={() => void start()}
    >
      <UsersRound aria-hidden />
      Start with the sample team
    </WriteButton>
  );
}
