import { useRef } from "react";
import { CreateWorkspaceButton } from "./create-workspace-button.tsx";
import type { ListParams } from "./list-params.logic.ts";
import { useWorkspaces } from "./queries.ts";
import { WorkspaceList } from "./workspace-list.tsx";
import { WorkspaceToolbar } from "./workspace-toolbar.tsx";

type WorkspaceBrowserProps = {
  params: ListParams;
  onChange: (change: Partial<ListParams>) => void;
};

export function WorkspaceBrowser({ params, onChange }: WorkspaceBrowserProps) {
  const { data: workspaces, error } = useWorkspaces(params);
  const searchRef = useRef<HTMLElement>(null);
  // With nothing to search or sort, the empty list's own button is the one thing to do.
  const hasNone = workspaces?.length === 0 && params.q === "";
  // Nothing that can be focused is shown and then taken away when the list arrives.
  const isLoading = workspaces === undefined && error === null;
  return (
    <>
      <div className="flex min-h-8 flex-wrap items-center gap-x-4 gap-y-3 pointer-coarse:min-h-11">
        <h1 className="mr-auto text-xl font-semibold">Workspaces</h1>
        {!hasNone && !isLoading && <CreateWorkspaceButton label="Create workspace" />}
      </div>
      {!hasNone && <WorkspaceToolbar ref={searchRef} params={params} onChange={onChange} />}
      <WorkspaceList
        params={params}
        onClearSearch={() => {
          onChange({ q: "" });
          searchRef.current?.querySelector("input")?.focus();
        }}
      />
    </>
  );
}
