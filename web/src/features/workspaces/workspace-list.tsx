import type { HomeWorkspace } from "@malamar/contract/home.ts";
import { FolderKanban, SearchX } from "lucide-react";
import { Delayed } from "#components/delayed.tsx";
import { EmptyState } from "#components/empty-state.tsx";
import { ErrorState } from "#components/error-state.tsx";
import { Button } from "#components/ui/button.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { CreateWorkspaceButton } from "./create-workspace-button.tsx";
import type { ListParams } from "./list-params.logic.ts";
import { useFoundWorkspaces } from "./queries.ts";
import { WorkspaceCard } from "./workspace-card.tsx";

const gridClass = "grid grid-cols-[repeat(auto-fill,minmax(min(100%,17rem),1fr))] gap-2";

type WorkspaceListProps = {
  params: ListParams;
  /** Most recently active first. */
  recent: readonly HomeWorkspace[];
  onClearSearch: () => void;
};

export function WorkspaceList({ params, recent, onClearSearch }: WorkspaceListProps) {
  const { workspaces, error, refetch } = useFoundWorkspaces(params, recent);
  if (workspaces === undefined && error !== null) {
    return (
      <ErrorState
        title="The workspaces could not be loaded"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  if (workspaces === undefined) return <LoadingCards />;
  if (workspaces.length === 0 && params.q !== "") {
    return (
      <EmptyState
        icon={SearchX}
        title="No workspace found"
        text={`No title contains “${params.q}”.`}
      >
        <Button onClick={onClearSearch}>Clear search</Button>
      </EmptyState>
    );
  }
  if (workspaces.length === 0) {
    return (
      <EmptyState icon={FolderKanban} title="No workspaces yet">
        <CreateWorkspaceButton label="Create Workspace" />
      </EmptyState>
    );
  }
  return (
    <ul aria-label="Workspaces" data-commands="" className={gridClass}>
      {workspaces.map((workspace) => (
        <WorkspaceCard key={workspace.id} workspace={workspace} />
      ))}
    </ul>
  );
}

function LoadingCards() {
  return (
    <Delayed>
      <output className="sr-only">Loading workspaces</output>
      <div className={gridClass}>
        {Array.from({ length: 6 }, (_, index) => (
          <div key={index} className="space-y-3 rounded-md border bg-card p-2.5">
            <Skeleton className="h-4 w-2/3" />
            <Skeleton className="h-3.5 w-5/6" />
            <Skeleton className="h-3.5 w-1/2" />
          </div>
        ))}
      </div>
    </Delayed>
  );
}
