import type { HomeWorkspace } from "@malamar/contract/home.ts";
import { useRef } from "react";
import { CreateWorkspaceButton } from "./create-workspace-button.tsx";
import type { ListParams } from "./list-params.logic.ts";
import { WorkspaceList } from "./workspace-list.tsx";
import { WorkspaceToolbar } from "./workspace-toolbar.tsx";

type WorkspaceBrowserProps = {
  params: ListParams;
  /** The most recently active first. */
  recent: readonly HomeWorkspace[];
  onChange: (change: Partial<ListParams>) => void;
};

export function WorkspaceBrowser({ params, recent, onChange }: WorkspaceBrowserProps) {
  const searchRef = useRef<HTMLElement>(null);
  // With nothing to search or sort, the empty list's own button is the one thing to do.
  const hasNone = recent.length === 0 && params.q === "";
  return (
    <section
      id="workspaces"
      aria-labelledby="workspaces-heading"
      className="scroll-mt-16 space-y-3"
    >
      <div className="flex min-h-8 flex-wrap items-center gap-x-4 gap-y-3 pointer-coarse:min-h-11">
        <h2 id="workspaces-heading" className="mr-auto text-lg font-semibold">
          Workspaces
        </h2>
        {!hasNone && <CreateWorkspaceButton label="Create workspace" />}
      </div>
      {!hasNone && <WorkspaceToolbar ref={searchRef} params={params} onChange={onChange} />}
      <WorkspaceList
        params={params}
        recent={recent}
        onClearSearch={() => {
          onChange({ q: "" });
          searchRef.current?.querySelector("input")?.focus();
        }}
      />
    </section>
  );
}
