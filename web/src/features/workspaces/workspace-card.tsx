import type { HomeWorkspace } from "@malamar/contract/home.ts";
import { Bot, CircleDashed, CircleDotDashed, Eye, Pause, type LucideIcon } from "lucide-react";
import { Link } from "react-router";
import { RelativeTime } from "#components/relative-time.tsx";
import { cn } from "#lib/cn.ts";
import { counted } from "#lib/format.ts";
import { WorkspaceMenu } from "./workspace-menu.tsx";

/** The whole card links to the workspace. The menu lies above the link. */
export function WorkspaceCard({ workspace }: { workspace: HomeWorkspace }) {
  return (
    <li className="relative skip-offscreen">
      <Link
        to={`/workspaces/${workspace.id}/tasks`}
        className="flex h-full flex-col gap-2.5 rounded-md border bg-card p-2.5 transition-colors duration-[120ms] hover:bg-hover focus-visible:-outline-offset-2"
      >
        <h3 dir="auto" className="line-clamp-2 pr-9 leading-normal font-semibold wrap-any">
          {workspace.title}
        </h3>
        <ul className="flex flex-wrap gap-x-3 gap-y-1 text-sm">
          <Count
            icon={CircleDashed}
            word="todo"
            count={workspace.todo_count}
            tone="text-status-todo"
          />
          <Count
            icon={CircleDotDashed}
            word="in progress"
            count={workspace.in_progress_count}
            tone="text-status-progress"
          />
          <Count
            icon={Eye}
            word="in review"
            count={workspace.in_review_count}
            tone="font-medium text-status-review"
          />
        </ul>
        <p className="mt-auto flex items-center justify-between gap-3 border-t pt-2 text-sm text-muted">
          {workspace.is_paused && (
            <span className="inline-flex items-center gap-1">
              <Pause aria-hidden className="size-3.5" />
              Paused
            </span>
          )}
          <span className="mr-auto inline-flex items-center gap-1 tabular-nums">
            <Bot aria-hidden className="size-3.5" />
            {workspace.agent_count === 0 ? "No agents" : counted(workspace.agent_count, "agent")}
          </span>
          <span>
            <span className="sr-only">Last activity </span>
            <RelativeTime iso={workspace.last_activity_at} />
          </span>
        </p>
      </Link>
      <WorkspaceMenu workspace={workspace} />
    </li>
  );
}

type CountProps = { icon: LucideIcon; word: string; count: number; tone: string };

/** A count of zero is muted. */
function Count({ icon: Icon, word, count, tone }: CountProps) {
  return (
    <li
      className={cn(
        "inline-flex items-center gap-1 whitespace-nowrap tabular-nums",
        count === 0 ? "text-muted" : tone,
      )}
    >
      <Icon aria-hidden className="size-3.5 shrink-0" />
      {count.toLocaleString()} {word}
    </li>
  );
}
