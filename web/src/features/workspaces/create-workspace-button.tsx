import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { WriteButton } from "#components/write-button.tsx";
import { CreateWorkspaceDialog } from "./create-workspace-dialog.tsx";

export function CreateWorkspaceButton({ label }: { label: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const buttonRef = useRef<HTMLButtonElement>(null);
  return (
    <>
      <WriteButton ref={buttonRef} variant="primary" onClick={() => setIsOpen(true)}>
        <Plus aria-hidden />
        {label}
      </WriteButton>
      {isOpen && (
        <CreateWorkspaceDialog onClose={() => setIsOpen(false)} returnFocusTo={buttonRef} />
      )}
    </>
  );
}
