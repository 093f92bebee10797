import { FieldError } from "#components/field.tsx";
import { errorMessage } from "#lib/error-details.logic.ts";
import { checkOutcome } from "./check.logic.ts";
import type { useCheckClis } from "./mutations.ts";

/** The result of a check started here. */
export function CheckOutcome({ check }: { check: ReturnType<typeof useCheckClis> }) {
  return (
    <>
      <output className="block text-sm text-muted empty:hidden">
        {check.isSuccess && checkOutcome(check.data, check.variables)}
      </output>
      {check.isError && (
        <div role="alert">
          <FieldError>{errorMessage(check.error)}</FieldError>
        </div>
      )}
    </>
  );
}
