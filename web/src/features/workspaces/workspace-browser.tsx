import type { HomeWorkspace } from "@malamar/contract/home.ts";
import { useRef } from "react";
import { PageAction } from "#components/page-header.tsx";
import { CreateWorkspaceButton } from "./create-workspace-button.tsx";
import type { ListParams } from "./list-params.logic.ts";
import { WorkspaceList } from "./workspace-list.tsx";
import { WorkspaceToolbar } from "./workspace-toolbar.tsx";

type WorkspaceBrowserProps = {
  params: ListParams;
  /** Most recently active first. */
  recent: readonly HomeWorkspace[];
  onChange: (change: Partial<ListParams>) => void;
};

export function WorkspaceBrowser({ params, recent, onChange }: WorkspaceBrowserProps) {
  const searchRef = useRef<HTMLElement>(null);
  // Without anything to search or sort, the empty list's own button is enough.
  const hasNone = recent.length === 0 && params.q === "";
  return (
    <section
      id="workspaces"
      aria-labelledby="workspaces-heading"
      className="scroll-mt-16 space-y-3"
    >
      <h2 id="workspaces-heading" className="text-lg font-semibold">
        Workspaces
      </h2>
      {!hasNone && (
        <PageAction>
          <CreateWorkspaceButton label="Create workspace" />
        </PageAction>
      )}
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
