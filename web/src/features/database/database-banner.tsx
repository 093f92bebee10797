import { DatabaseZap } from "lucide-react";
import { Banner } from "#components/banner.tsx";
import { CopyableCommand } from "#components/copyable-command.tsx";
import { FieldError } from "#components/field.tsx";
import { WriteButton } from "#components/write-button.tsx";
import { useRescueDatabase } from "./mutations.ts";
import { useDatabaseState } from "./queries.ts";

const HEADLINES = {
  removed: "The database was removed.",
  replaced: "The database was replaced.",
  damaged: "The database is damaged.",
} as const;

/** Says what is wrong with the database file, and saves what can be saved. */
export function DatabaseBanner() {
  const { data: state } = useDatabaseState();
  const rescue = useRescueDatabase();
  if (!state || state.trouble === null) return null;
  return (
    <div role="alert" className="shrink-0 px-4 py-2 sm:px-6">
      <Banner
        tone="error"
        icon={DatabaseZap}
        action={
          state.can_rescue && (
            <WriteButton
              size="small"
              isBusy={rescue.isPending}
              busyLabel="Saving…"
              onClick={() => rescue.mutate()}
            >
              Save a copy
            </WriteButton>
          )
        }
      >
        <p>
          <strong className="font-semibold">{HEADLINES[state.trouble]}</strong> {state.message}
        </p>
        {state.rescued && (
          <>
            <p>Saved to {state.rescued.path}. Stop Malamar, then type:</p>
            <CopyableCommand command={state.rescued.command} label="Copy the command" />
          </>
        )}
        {rescue.error && <FieldError>{rescue.error.message}</FieldError>}
      </Banner>
    </div>
  );
}
