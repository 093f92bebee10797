import type { Workspace } from "@malamar/contract/workspace.ts";
import { Ellipsis, Trash2 } from "lucide-react";
import { Suspense, lazy, useRef, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "#components/ui/dropdown-menu.tsx";

const DeleteDoneDialog = lazy(async () => ({
  default: (await import("./delete-done-dialog.tsx")).DeleteDoneDialog,
}));

/** What can be done with all that is done. */
export function DoneMenu({ workspace, count }: { workspace: Workspace; count: number }) {
  const [isDeleting, setIsDeleting] = useState(false);
  const triggerRef = useRef<HTMLButtonElement>(null);
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button
            ref={triggerRef}
            variant="ghost"
            size="small"
            aria-label="More for Done"
            className="-mr-1.5 px-1.5"
          >
            <Ellipsis aria-hidden />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          <DropdownMenuItem tone="danger" onSelect={() => setIsDeleting(true)}>
            <Trash2 aria-hidden />
            Delete all done…
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      {isDeleting && (
        <Suspense>
          <DeleteDoneDialog
            workspace={workspace}
            count={count}
            onClose={() => setIsDeleting(false)}
            returnFocusTo={triggerRef}
          />
        </Suspense>
      )}
    </>
  );
}
