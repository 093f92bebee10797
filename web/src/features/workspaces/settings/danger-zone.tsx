import type { Workspace } from "@malamar/contract/workspace.ts";
import { Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { WriteButton } from "#components/write-button.tsx";
import { DeleteWorkspaceDialog } from "#features/workspaces/delete-workspace-dialog.tsx";
import { SettingsSection } from "#components/settings-section.tsx";

type DangerZoneProps = { workspace: Workspace; onDeleted: () => void };

export function DangerZone({ workspace, onDeleted }: DangerZoneProps) {
  const [isDeleting, setIsDeleting] = useState(false);
  const buttonRef = useRef<HTMLButtonElement>(null);
  return (
    <SettingsSection title="Danger zone" text="Deleting a workspace can't be undone.">
      <div>
        <WriteButton
          ref={buttonRef}
          className="border-error text-error"
          onClick={() => setIsDeleting(true)}
        >
          <Trash2 aria-hidden />
          Delete workspace…
        </WriteButton>
      </div>
      {isDeleting && (
        <DeleteWorkspaceDialog
          workspace={workspace}
          onClose={() => setIsDeleting(false)}
          onDeleted={onDeleted}
          returnFocusTo={buttonRef}
        />
      )}
    </SettingsSection>
  );
}
