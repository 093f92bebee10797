import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { lazyPart } from "#components/lazy-part.tsx";
import { WriteButton } from "#components/write-button.tsx";

const [CreateWorkspaceDialog, fetchDialog] = lazyPart(
  async () => (await import("./create-workspace-dialog.tsx")).CreateWorkspaceDialog,
);

export function CreateWorkspaceButton({ label }: { label: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const buttonRef = useRef<HTMLButtonElement>(null);
  return (
    <>
      <WriteButton
        ref={buttonRef}
        variant="primary"
        onPointerEnter={fetchDialog}
        onFocus={fetchDialog}
        onClick={() => setIsOpen(true)}
      >
        <Plus aria-hidden />
        {label}
      </WriteButton>
      {isOpen && (
        <CreateWorkspaceDialog onClose={() => setIsOpen(false)} returnFocusTo={buttonRef} />
      )}
    </>
  );
}
