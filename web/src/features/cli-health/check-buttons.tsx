import { MessageCircleQuestionMark, RotateCw } from "lucide-react";
import { WriteButton } from "#components/write-button.tsx";
import { CheckOutcome } from "./check-outcome.tsx";
import { useCheckClis } from "./mutations.ts";

/** Checks all CLIs again, with or without a request to their models. */
export function CheckButtons() {
  const check = useCheckClis();
  const isAsking = check.isPending && check.variables.deep;
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <WriteButton
          isBusy={check.isPending && !isAsking}
          isBlocked={check.isPending}
          busyLabel="Checking…"
          onClick={() => check.mutate({ deep: false })}
        >
          <RotateCw aria-hidden />
          Refresh CLI Status
        </WriteButton>
        <WriteButton
          isBusy={isAsking}
          isBlocked={check.isPending}
          busyLabel="Asking the models…"
          aria-describedby="deep-check-cost"
          onClick={() => check.mutate({ deep: true })}
        >
          <MessageCircleQuestionMark aria-hidden />
          Deep check
        </WriteButton>
      </div>
      <p id="deep-check-cost" className="text-sm text-muted">
        A deep check asks each model for one word to verify that its login works. It takes up to 30
        seconds and may cost a little.
      </p>
      <CheckOutcome check={check} />
    </div>
  );
}
