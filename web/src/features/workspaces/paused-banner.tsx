import type { Workspace } from "@malamar/contract/workspace.ts";
import { Pause } from "lucide-react";
import type { ReactNode } from "react";
import { BannerButtons, BannerStrip } from "#components/banner-strip.tsx";
import { WriteButton } from "#components/write-button.tsx";
import { errorMessage } from "#lib/error-details.logic.ts";
import { toast } from "#lib/toast.ts";
import { useUpdateWorkspace } from "./mutations.ts";

type PausedBannerProps = {
  workspace: Workspace;
  /** Ends what the pause lets finish. */
  stopButton: ReactNode;
};

export function PausedBanner({ workspace, stopButton }: PausedBannerProps) {
  const update = useUpdateWorkspace(workspace.id);
  const resume = () =>
    update.mutate(
      { is_paused: false },
      {
        onError: (error) =>
          toast.error("The workspace was not resumed", { description: errorMessage(error) }),
      },
    );
  return (
    <BannerStrip
      icon={Pause}
      action={
        <BannerButtons>
          {stopButton}
          <WriteButton size="small" isBusy={update.isPending} onClick={resume}>
            Resume
          </WriteButton>
        </BannerButtons>
      }
    >
      This workspace is paused. No task starts until you resume it.
    </BannerStrip>
  );
}
