import type { KeptWork } from "@malamar/contract/worktree.ts";
import { GitBranchPlus } from "lucide-react";
import { useRef, useState } from "react";
import { BranchName } from "#components/branch-name.tsx";
import { Delayed } from "#components/delayed.tsx";
import { ErrorState } from "#components/error-state.tsx";
import { lazyPart } from "#components/lazy-part.tsx";
import { RelativeTime } from "#components/relative-time.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { WriteButton } from "#components/write-button.tsx";
import { shortened } from "#lib/short-text.logic.ts";
import type { useKeptWork } from "./queries.ts";
import { checkoutOf, keptUntilWords } from "./worktree.logic.ts";

const [RestoreKeptDialog, fetchDialog] = lazyPart(
  async () => (await import("./restore-kept-dialog.tsx")).RestoreKeptDialog,
);

type KeptWorkListProps = {
  kept: Pick<ReturnType<typeof useKeptWork>, "data" | "error" | "refetch">;
};

export function KeptWorkList({ kept: { data, error, refetch } }: KeptWorkListProps) {
  if (data === undefined && error !== null) {
    return (
      <ErrorState
        title="Kept work could not be loaded"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data === undefined) {
    return (
      <Delayed>
        <Skeleton className="h-12 w-full" />
      </Delayed>
    );
  }
  if (data.length === 0) return <p className="text-muted">None.</p>;
  return (
    <ul aria-label="Kept work" data-commands="" className="divide-y rounded-md border bg-card">
      {data.map((work) => (
        <KeptRow key={work.id} work={work} />
      ))}
    </ul>
  );
}

/** A line fits no more. */
const MOST_LETTERS = 160;

function KeptRow({ work }: { work: KeptWork }) {
  const [isRestoring, setIsRestoring] = useState(false);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const summary = shortened(work.task_summary, MOST_LETTERS);
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 px-3 py-2">
      <div className="min-w-0 flex-1 basis-64 space-y-0.5">
        <p dir="auto" className="truncate font-medium">
          {summary}
        </p>
        <BranchName name={work.branch} />
        <p className="text-sm wrap-any text-muted tabular-nums">
          In {checkoutOf(work.repository)} · Removed <RelativeTime iso={work.kept_at} /> ·{" "}
          {keptUntilWords(work.expires_at)}
        </p>
      </div>
      <WriteButton
        ref={buttonRef}
        size="small"
        onPointerEnter={fetchDialog}
        onFocus={fetchDialog}
        onClick={() => setIsRestoring(true)}
      >
        <GitBranchPlus aria-hidden />
        Restore as a branch…<span className="sr-only"> the work of {summary}</span>
      </WriteButton>
      {isRestoring && (
        <RestoreKeptDialog
          work={work}
          onClose={() => setIsRestoring(false)}
          returnFocusTo={buttonRef}
        />
      )}
    </li>
  );
}
