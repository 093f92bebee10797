import type { Workspace } from "@malamar/contract/workspace.ts";
import { useState, type ReactNode } from "react";
import { Navigate } from "react-router";
import { Delayed } from "#components/delayed.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { DangerZone } from "./danger-zone.tsx";
import { SettingsForm } from "./settings-form.tsx";

type WorkspaceSettingsProps = {
  workspace: Workspace | undefined;
  /** What the workspace has made, below its settings. */
  children: ReactNode;
};

/** All settings of a workspace in one form. */
export function WorkspaceSettings({ workspace, children }: WorkspaceSettingsProps) {
  const [isDeleted, setIsDeleted] = useState(false);
  // Replaces the form, whose guard would ask about unsaved changes.
  if (isDeleted) return <Navigate to="/" replace />;
  return (
    <section aria-labelledby="settings-heading" className="@container space-y-4">
      <div className="space-y-1">
        <h2 id="settings-heading" className="text-lg font-semibold">
          Settings
        </h2>
        <p className="text-muted">Changes apply from the next agent run.</p>
      </div>
      {workspace === undefined ? (
        <LoadingSettings />
      ) : (
        <SettingsForm workspace={workspace}>
          {children}
          <DangerZone workspace={workspace} onDeleted={() => setIsDeleted(true)} />
        </SettingsForm>
      )}
    </section>
  );
}

function LoadingSettings() {
  return (
    <Delayed>
      <output className="sr-only">Loading settings</output>
      {Array.from({ length: 4 }, (_, index) => (
        <div
          key={index}
          className="grid gap-x-8 gap-y-3 border-t py-5 @2xl:grid-cols-[15rem_minmax(0,40rem)]"
        >
          <Skeleton className="h-4 w-28" />
          <div className="space-y-3">
            <Skeleton className="h-8 w-full" />
            <Skeleton className="h-16 w-full" />
          </div>
        </div>
      ))}
    </Delayed>
  );
}
