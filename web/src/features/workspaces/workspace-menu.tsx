import type { HomeWorkspace } from "@malamar/contract/home.ts";
import { Ellipsis, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { lazyPart } from "#components/lazy-part.tsx";
import { MenuButton } from "#components/menu-button.tsx";

const [DeleteWorkspaceDialog] = lazyPart(
  async () => (await import("./delete-workspace-dialog.tsx")).DeleteWorkspaceDialog,
);

export function WorkspaceMenu({ workspace }: { workspace: HomeWorkspace }) {
  const [isDeleting, setIsDeleting] = useState(false);
  const buttonRef = useRef<HTMLButtonElement>(null);
  return (
    <>
      <MenuButton
        ref={buttonRef}
        variant="ghost"
        size="icon"
        aria-label={`More for ${workspace.title}`}
        className="absolute top-1 right-1"
        items={[
          { label: "Delete…", icon: Trash2, tone: "danger", onSelect: () => setIsDeleting(true) },
        ]}
      >
        <Ellipsis aria-hidden />
      </MenuButton>
      {isDeleting && (
        <DeleteWorkspaceDialog
          workspace={workspace}
          onClose={() => setIsDeleting(false)}
          returnFocusTo={buttonRef}
        />
      )}
    </>
  );
}
