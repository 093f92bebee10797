import type { Workspace } from "@malamar/contract/workspace.ts";
import { Ellipsis, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { lazyPart } from "#components/lazy-part.tsx";
import { MenuButton } from "#components/menu-button.tsx";

const [DeleteDoneDialog] = lazyPart(
  async () => (await import("./delete-done-dialog.tsx")).DeleteDoneDialog,
);

/** Actions on all done tasks. */
export function DoneMenu({ workspace, count }: { workspace: Workspace; count: number }) {
  const [isDeleting, setIsDeleting] = useState(false);
  const buttonRef = useRef<HTMLButtonElement>(null);
  return (
    <>
      <MenuButton
        ref={buttonRef}
        variant="ghost"
        size="small"
        aria-label="More for Done"
        className="-mr-1.5"
        items={[
          {
            label: "Delete all done…",
            icon: Trash2,
            tone: "danger",
            onSelect: () => setIsDeleting(true),
          },
        ]}
      >
        <Ellipsis aria-hidden />
      </MenuButton>
      {isDeleting && (
        <DeleteDoneDialog
          workspace={workspace}
          count={count}
          onClose={() => setIsDeleting(false)}
          returnFocusTo={buttonRef}
        />
      )}
    </>
  );
}
