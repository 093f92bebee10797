import type { WorkspaceId } from "@malamar/contract/ids.ts";
import type { Workspace } from "@malamar/contract/workspace.ts";
import { ChevronRight } from "lucide-react";
import { Link, NavLink } from "react-router";
import { Delayed } from "#components/delayed.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { cn } from "#lib/cn.ts";

const TABS = [
  { path: "tasks", label: "Tasks" },
  { path: "chats", label: "Chats" },
  { path: "agents", label: "Agents" },
  { path: "settings", label: "Settings" },
];

type WorkspaceHeaderProps = { id: WorkspaceId; workspace: Workspace | undefined };

/** Where we are, and what else is here. */
export function WorkspaceHeader({ id, workspace }: WorkspaceHeaderProps) {
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-4 border-b px-4 sm:px-6">
      <div className="flex h-11 min-w-0 flex-1 basis-52 items-center gap-1.5">
        <Link to="/" className="hit-area shrink-0 rounded-sm text-muted hover:text-foreground">
          Workspaces
        </Link>
        <ChevronRight aria-hidden className="size-3.5 shrink-0 text-muted" />
        {workspace === undefined ? (
          <Delayed>
            <Skeleton className="h-4 w-40" />
          </Delayed>
        ) : (
          <Tooltip text={workspace.title}>
            <h1 dir="auto" className="min-w-0 truncate text-lg font-semibold">
              {workspace.title}
            </h1>
          </Tooltip>
        )}
      </div>
      <nav aria-label="Workspace" className="-mx-2 flex flex-wrap">
        {TABS.map(({ path, label }) => (
          <NavLink
            key={path}
            to={`/workspaces/${id}/${path}`}
            className={({ isActive }) =>
              cn(
                "inline-flex h-11 items-center border-b-2 border-transparent px-3 font-medium text-muted transition-colors duration-[120ms] hover:text-foreground focus-visible:-outline-offset-2",
                isActive && "border-primary text-foreground",
              )
            }
          >
            {label}
          </NavLink>
        ))}
      </nav>
    </div>
  );
}
