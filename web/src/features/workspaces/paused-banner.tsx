import type { Workspace } from "@malamar/contract/workspace.ts";
import { Pause } from "lucide-react";
import { BannerStrip } from "#components/banner-strip.tsx";
import { WriteButton } from "#components/write-button.tsx";
import { errorMessage } from "#lib/error-details.logic.ts";
import { toast } from "#lib/toast.ts";
import { useUpdateWorkspace } from "./mutations.ts";

export function PausedBanner({ workspace }: { workspace: Workspace }) {
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
        <WriteButton size="small" isBusy={update.isPending} onClick={resume}>
          Resume
        </WriteButton>
      }
    >
      This workspace is paused. No task starts until you resume it.
    </BannerStrip>
  );
}
