import { RotateCw } from "lucide-react";
import { toast } from "sonner";
import { WriteButton } from "#components/write-button.tsx";
import { errorMessage } from "#lib/error-details.logic.ts";
import { useRefreshCliHealth } from "./mutations.ts";

/** Looks for the CLIs again, after somebody has installed one. */
export function CheckClisButton() {
  const refresh = useRefreshCliHealth();
  const check = () =>
    refresh.mutate(undefined, {
      onError: (error) =>
        toast.error("The CLIs could not be checked", { description: errorMessage(error) }),
    });
  return (
    <WriteButton variant="primary" isBusy={refresh.isPending} busyLabel="Checking…" onClick={check}>
      <RotateCw aria-hidden />
      Check again
    </WriteButton>
  );
}
