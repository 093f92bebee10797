import { RotateCw } from "lucide-react";
import { toast } from "sonner";
import { WriteButton } from "#components/write-button.tsx";
import { errorMessage } from "#lib/error-details.logic.ts";
import { useCheckClis } from "./mutations.ts";

/** Looks for the CLIs again, after somebody has installed one. */
export function CheckClisButton() {
  const { mutate, isPending } = useCheckClis();
  const check = () =>
    mutate(
      { deep: false },
      {
        onError: (error) =>
          toast.error("The CLIs could not be checked", { description: errorMessage(error) }),
      },
    );
  return (
    <WriteButton variant="primary" isBusy={isPending} busyLabel="Checking…" onClick={check}>
      <RotateCw aria-hidden />
      Check again
    </WriteButton>
  );
}
