import type { WorkspaceBrief } from "@malamar/contract/workspace.ts";
import { Pause } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Link, useMatch } from "react-router";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { useRailWorkspaces } from "#features/workspaces/queries.ts";
import { cn } from "#lib/cn.ts";
import { shortened } from "#lib/short-text.logic.ts";
import { RailLabel, railItemClass } from "./rail-item.tsx";
import { monogram, steadyOrder } from "./rail.logic.ts";

/** More than anyone scans by eye. The rest are on the home page and in the search. */
const MOST_SHOWN = 50;

/** More than the rail or a tooltip can show. */
const MAX_TITLE = 200;

/** The workspaces, most recent activity first. */
export function RailWorkspaces({ isOpen }: { isOpen: boolean }) {
  const workspaces = useSteadyWorkspaces();
  const openId = useMatch("/workspaces/:id/*")?.params.id;
  const shown = workspaces.filter(({ id }, index) => index < MOST_SHOWN || id === openId);
  const more = workspaces.length - shown.length;
  const listRef = useRef<HTMLElement>(null);
  const isListed = workspaces.length > 0;
  const showCurrent = useEffectEvent(() => {
    const current = openId && listRef.current?.querySelector("[aria-current]");
    if (current) current.scrollIntoView({ block: "nearest" });
  });
  useEffect(() => {
    if (isListed) showCurrent();
  }, [isListed]);
  return (
    <nav
      ref={listRef}
      aria-label="Workspaces"
      className="min-h-0 flex-1 overflow-x-hidden overflow-y-auto overscroll-contain border-t px-2 py-2"
    >
      {isOpen && (
        <p aria-hidden className="px-2.5 pt-1 pb-1.5 text-xs font-medium text-muted">
          Workspaces
        </p>
      )}
      <ul className="space-y-0.5">
        {shown.map((workspace) => (
          <li key={workspace.id}>
            <WorkspaceLink
              workspace={workspace}
              isOpen={isOpen}
              isCurrent={workspace.id === openId}
            />
          </li>
        ))}
        {more > 0 && (
          <li>
            <Link to="/" className={cn(railItemClass, "text-sm", !isOpen && "justify-center px-0")}>
              {isOpen ? `All ${workspaces.length.toLocaleString()} workspaces` : `+${more}`}
            </Link>
          </li>
        )}
      </ul>
    </nav>
  );
}

type WorkspaceLinkProps = { workspace: WorkspaceBrief; isOpen: boolean; isCurrent: boolean };

function WorkspaceLink({ workspace, isOpen, isCurrent }: WorkspaceLinkProps) {
  const title = shortened(workspace.title, MAX_TITLE);
  const state = stateOf(workspace);
  return (
    <Tooltip text={state === null ? title : `${title} (${state})`}>
      <Link
        to={`/workspaces/${workspace.id}/tasks`}
        aria-current={isCurrent || undefined}
        className={cn(railItemClass, "px-2")}
      >
        <span
          aria-hidden
          className="flex size-5 shrink-0 items-center justify-center rounded-sm border bg-card text-xs leading-none font-medium text-foreground"
        >
          {monogram(title)}
        </span>
        <RailLabel isOpen={isOpen}>{title}</RailLabel>
        {state !== null && <WorkspaceSign state={state} isOpen={isOpen} />}
      </Link>
    </Tooltip>
  );
}

type State = "paused" | "working";

function stateOf({ is_paused, in_progress_count }: WorkspaceBrief): State | null {
  if (is_paused) return "paused";
  return in_progress_count > 0 ? "working" : null;
}

/** It is not animated: the task itself shows the running agent. */
function WorkspaceSign({ state, isOpen }: { state: State; isOpen: boolean }) {
  return (
    <span
      className={cn(
        "flex shrink-0 items-center justify-center",
        !isOpen && "absolute top-0.5 right-0.5 size-3.5 rounded-full bg-surface [&_svg]:size-2.5!",
      )}
    >
      {state === "paused" ? (
        <Pause aria-hidden className="text-status-review" />
      ) : (
        <span
          aria-hidden
          className="size-2 rounded-full bg-status-progress forced-colors:bg-[Highlight]"
        />
      )}
      <span className="sr-only">({state})</span>
    </span>
  );
}

function useSteadyWorkspaces(): readonly WorkspaceBrief[] {
  const data = useRailWorkspaces();
  const [shown, setShown] = useState<{ data: typeof data; list: readonly WorkspaceBrief[] }>({
    data: undefined,
    list: [],
  });
  if (data === undefined || data === shown.data) return shown.list;
  const order = shown.list.map(({ id }) => id);
  const list = steadyOrder(order, data);
  setShown({ data, list });
  return list;
}
