import { Check, Send } from "lucide-react";
import { FieldError } from "#components/field.tsx";
import { WriteButton } from "#components/write-button.tsx";
import type { useTestNotification } from "#features/settings/mutations.ts";
import { errorMessage } from "#lib/error-details.logic.ts";

type TestChannelProps = {
  test: ReturnType<typeof useTestNotification>;
  taker: string;
  isUnsaved: boolean;
};

/** Sends a test with the saved settings, and shows the result in place. */
export function TestChannel({ test, taker, isUnsaved }: TestChannelProps) {
  return (
    <div className="grid min-w-0 flex-1 basis-52 justify-items-start gap-1.5">
      <WriteButton
        size="small"
        isBusy={test.isPending}
        isBlocked={isUnsaved}
        busyLabel="Sending…"
        onClick={() => test.mutate()}
      >
        <Send aria-hidden />
        Send a test
      </WriteButton>
      {isUnsaved && <p className="text-sm text-muted">Save first: a test uses what is saved.</p>}
      <output className="block text-sm empty:hidden">
        {test.isSuccess && (
          <span className="flex items-start gap-1.5 text-status-done">
            <Check aria-hidden className="mt-px size-3.5 shrink-0" />
            {taker} has taken the test. Look whether it arrives.
          </span>
        )}
      </output>
      {test.isError && (
        <div role="alert">
          <FieldError>{errorMessage(test.error)}</FieldError>
        </div>
      )}
    </div>
  );
}
