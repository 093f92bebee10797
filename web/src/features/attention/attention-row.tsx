import type { HomeAttention } from "@malamar/contract/home.ts";
import { waitKindOf } from "@malamar/contract/plain/home.ts";
import type { AttentionItem } from "@malamar/contract/task.ts";
import { memo, type ReactNode } from "react";
import { Link } from "react-router";
import { AgentFace } from "#components/agent-face.tsx";
import { RelativeTime } from "#components/relative-time.tsx";
import { cn } from "#lib/cn.ts";
import { useNow } from "#lib/clock.ts";
import { attentionPath, causeOf, saidIn, titleOf } from "./attention.logic.ts";
import { WaitKindLabel } from "./wait-kind.tsx";

/** For a long list, some fields are only known for the first items. */
export type Waiting = AttentionItem & Partial<Pick<HomeAttention, "task_number" | "said">>;

type AttentionRowProps = {
  item: Waiting;
  /** The actions, which lie above the link. */
  renderActions: (item: Waiting) => ReactNode;
  /** Far down the list: its height may stay an estimate until the user scrolls near. */
  isFar: boolean;
};

/** One waiting item. The whole row links to its task. */
export const AttentionRow = memo(function AttentionRow(props: AttentionRowProps) {
  const { item, renderActions, isFar } = props;
  return (
    <li
      className={cn(
        "relative flex flex-wrap items-center justify-between gap-x-3 gap-y-0.5 px-3 py-2 transition-colors duration-[120ms] hover:bg-hover",
        isFar && "skip-offscreen [contain-intrinsic-size:auto_54px]",
      )}
    >
      <span className="text-sm @3xl:w-34">
        <WaitKindLabel kind={waitKindOf(item)} />
      </span>
      <span className="text-sm text-muted @3xl:hidden">
        <RelativeTime iso={item.since} />
      </span>
      <div className="min-w-0 flex-1 @max-3xl:basis-full">
        <p className="flex min-w-0 items-baseline gap-1.5">
          <Link
            to={attentionPath(item)}
            dir="auto"
            className="truncate font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-primary"
          >
            {titleOf(item)}
          </Link>
          {item.task_number !== undefined && (
            <span className="shrink-0 text-sm text-muted tabular-nums">#{item.task_number}</span>
          )}
          <span className="ml-auto shrink-0 text-sm text-muted @max-3xl:hidden">
            <RelativeTime iso={item.since} />
          </span>
        </p>
        <p className="flex min-w-0 items-start gap-x-2 text-sm text-muted">
          <span dir="auto" className="max-w-40 shrink-0 truncate">
            {item.workspace_title}
          </span>
          <Cause item={item} />
        </p>
      </div>
      <div className="relative ml-auto flex gap-1.5 empty:hidden">{renderActions(item)}</div>
    </li>
  );
});

/** Why it waits. A task that the team handed over explains itself. */
function Cause({ item }: { item: Waiting }) {
  const cause = causeOf(item, useNow());
  const said = item.said ?? null;
  if (cause !== null) {
    return (
      <span dir="auto" className="line-clamp-2 min-w-0 wrap-any">
        {cause}
      </span>
    );
  }
  if (said === null) return null;
  return (
    <span className="flex min-w-0 items-start gap-1.5">
      <AgentFace id={said.agent_id} name={said.agent_name} isNamed />
      <span dir="auto" className="line-clamp-2 min-w-0 wrap-any">
        {saidIn(said)}
      </span>
    </span>
  );
}
