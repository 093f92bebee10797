import type { Workspace } from "@malamar/contract/workspace.ts";
import { ArrowLeft, TriangleAlert } from "lucide-react";
import { Link } from "react-router";
import { Banner } from "#components/banner.tsx";
import { Delayed } from "#components/delayed.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";

export function WorkspaceHeader({ workspace }: { workspace: Workspace | undefined }) {
  return (
    <div className="space-y-2">
      <Link
        to="/"
        className="hit-area inline-flex items-center gap-1 rounded-sm text-sm text-muted hover:text-foreground"
      >
        <ArrowLeft aria-hidden className="size-3.5" />
        Workspaces
      </Link>
      {workspace === undefined ? (
        <div className="h-6">
          <Delayed>
            <Skeleton className="h-6 w-48" />
          </Delayed>
        </div>
      ) : (
        <h1 className="min-w-0 text-xl font-semibold wrap-any">{workspace.title}</h1>
      )}
      {workspace?.working_directory_warning != null && (
        <Banner tone="warning" icon={TriangleAlert}>
          {workspace.working_directory_warning}
        </Banner>
      )}
    </div>
  );
}
