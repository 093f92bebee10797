import { Play } from "lucide-react";
import { useNavigate } from "react-router";
import { WriteButton } from "#components/write-button.tsx";
import { errorMessage } from "#lib/error-details.logic.ts";
import { toast } from "#lib/toast.ts";
import { useStartDemo } from "./mutations.ts";

/** Starts a team that needs no model, and opens its board. */
export function TryDemoButton() {
  const start = useStartDemo();
  const navigate = useNavigate();
  const begin = () =>
    start.mutate(undefined, {
      onSuccess: ({ workspace_id }) => void navigate(`/workspaces/${workspace_id}/tasks`),
      onError: (error) =>
        toast.error("The demo did not start", { description: errorMessage(error) }),
    });
  return (
    <WriteButton variant="primary" isBusy={start.isPending} busyLabel="Starting…" onClick={begin}>
      <Play aria-hidden />
      Try the demo team
    </WriteButton>
  );
}
