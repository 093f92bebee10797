import type { WorkspaceId } from "@malamar/contract/ids.ts";
import { FlaskConical } from "lucide-react";
import { useNavigate } from "react-router";
import { BannerStrip } from "#components/banner-strip.tsx";
import { WriteButton } from "#components/write-button.tsx";
import { errorMessage } from "#lib/error-details.logic.ts";
import { toast } from "#lib/toast.ts";
import { useRemoveDemo } from "./mutations.ts";

/** Says that these agents do not think, and offers to remove the demo. */
export function DemoBanner({ workspaceId }: { workspaceId: WorkspaceId }) {
  const remove = useRemoveDemo();
  const navigate = useNavigate();
  // Awaited, because `mutate` callbacks are dropped when the banner unmounts with its workspace.
  const removeAll = async () => {
    try {
      await remove.mutateAsync(workspaceId);
      void navigate("/");
      toast.success("Demo removed");
    } catch (error) {
      toast.error("The demo was not removed", { description: errorMessage(error) });
    }
  };
  return (
    <BannerStrip
      icon={FlaskConical}
      action={
        <WriteButton
          size="small"
          isBusy={remove.isPending}
          busyLabel="Removing…"
          onClick={() => void removeAll()}
        >
          Remove demo
        </WriteButton>
      }
    >
      This is a demo. Its agents follow a script and call no model. The costs are made up.
    </BannerStrip>
  );
}
