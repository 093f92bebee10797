import type { WorkspaceId } from "@malamar/contract/ids.ts";
import type { Workspace } from "@malamar/contract/workspace.ts";
import { NavLink } from "react-router";
import { Delayed } from "#components/delayed.tsx";
import { PageHeader } from "#components/page-header.tsx";
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

/** The workspace's title and tabs. */
export function WorkspaceHeader({ id, workspace }: WorkspaceHeaderProps) {
  return <PageHeader title={<Title workspace={workspace} />} tabs={<Tabs id={id} />} />;
}

function Title({ workspace }: Pick<WorkspaceHeaderProps, "workspace">) {
  if (workspace === undefined) {
    return (
      <Delayed>
        <Skeleton className="h-4 w-40" />
      </Delayed>
    );
  }
  return (
    <Tooltip text={workspace.title}>
      <h1 dir="auto" className="min-w-0 truncate text-lg font-semibold">
        {workspace.title}
      </h1>
    </Tooltip>
  );
}

function Tabs({ id }: Pick<WorkspaceHeaderProps, "id">) {
  return (
    <nav aria-label="Workspace" className="-mx-2 -mb-px flex flex-wrap">
      {TABS.map(({ path, label }) => (
        <NavLink
          key={path}
          to={`/workspaces/${id}/${path}`}
          className={({ isActive }) =>
            cn(
              "inline-flex h-11 items-center border-b-2 border-transparent px-3 font-medium text-muted transition-colors duration-[120ms] hover:text-foreground focus-visible:-outline-offset-2 lg:h-12",
              isActive && "border-primary text-foreground",
            )
          }
        >
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
