import type { Changes } from "@malamar/contract/changes.ts";
import type { Checkpoint } from "@malamar/contract/checkpoint.ts";
import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#lib/cn.ts";
import { errorMessage } from "#lib/error-details.logic.ts";
import { counted } from "#lib/format.ts";
import { LeftOut } from "./left-out.tsx";

type ChangesNoticesProps = {
  /** Undefined if they could not be loaded: then that is shown instead of them. */
  changes: Changes | undefined;
  /** They could not be read again. */
  error: Error | null;
  noCheckpoints: { error: Error; onRetry: () => void } | null;
  /** Why the newest changes may not be stored. */
  problem: string | null;
  /** The state that is shown. */
  checkpoint: Checkpoint | undefined;
};

/** What is missing in these changes, and why. */
export function ChangesNotices(props: ChangesNoticesProps) {
  const { changes, error, noCheckpoints, problem, checkpoint } = props;
  return (
    <>
      {changes !== undefined && error !== null && (
        <Notice isError>Couldn’t refresh the changes. {errorMessage(error)}</Notice>
      )}
      {noCheckpoints !== null && (
        <Notice isError>
          Couldn’t load the passes and runs. {errorMessage(noCheckpoints.error)}{" "}
          <Button size="small" onClick={noCheckpoints.onRetry}>
            Retry
          </Button>
        </Notice>
      )}
      {problem !== null && (
        <Notice>The newest changes may not be shown: {problem.replace(/\.$/, "")}.</Notice>
      )}
      <LeftOut files={checkpoint?.left_out ?? []} />
      {changes?.truncated === true && (
        <Notice>
          The first {counted(changes.changed.length, "file")} of {changes.files.toLocaleString()}{" "}
          are shown.
        </Notice>
      )}
    </>
  );
}

function Notice({ isError = false, children }: { isError?: boolean; children: ReactNode }) {
  return (
    <p
      {...(isError && { role: "alert" })}
      className={cn(
        "shrink-0 border-b px-3 py-1.5 text-sm wrap-any",
        isError ? "bg-error-surface" : "bg-review-surface",
      )}
    >
      <TriangleAlert
        aria-hidden
        className={cn("mr-1.5 inline size-3.5", isError ? "text-error" : "text-status-review")}
      />
      {children}
    </p>
  );
}
