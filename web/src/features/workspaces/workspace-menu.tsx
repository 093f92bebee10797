import type { WorkspaceSummary } from "@malamar/contract/workspace.ts";
import { Ellipsis, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "#components/ui/dropdown-menu.tsx";
import { DeleteWorkspaceDialog } from "./delete-workspace-dialog.tsx";

export function WorkspaceMenu({ workspace }: { workspace: WorkspaceSummary }) {
  const [isDeleting, setIsDeleting] = useState(false);
  const triggerRef = useRef<HTMLButtonElement>(null);
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button
            ref={triggerRef}
            variant="ghost"
            size="icon"
            aria-label={`More for ${workspace.title}`}
            className="absolute top-1 right-1"
          >
            <Ellipsis aria-hidden />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          <DropdownMenuItem tone="danger" onSelect={() => setIsDeleting(true)}>
            <Trash2 aria-hidden />
            Delete…
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      {isDeleting && (
        <DeleteWorkspaceDialog
          workspace={workspace}
          onClose={() => setIsDeleting(false)}
          returnFocusTo={triggerRef}
        />
      )}
    </>
  );
}
