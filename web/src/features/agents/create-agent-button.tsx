import type { CliHealth } from "@malamar/contract/cli.ts";
import type { WorkspaceId } from "@malamar/contract/ids.ts";
import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { lazyPart } from "#components/lazy-part.tsx";
import { WriteButton } from "#components/write-button.tsx";

const [AgentDialog, fetchDialog] = lazyPart(
  async () => (await import("./agent-dialog.tsx")).AgentDialog,
);

type CreateAgentButtonProps = {
  workspaceId: WorkspaceId;
  clis: readonly CliHealth[];
  /** Small and quiet, where it is only one of several options. */
  isSmall?: boolean;
};

export function CreateAgentButton({ workspaceId, clis, isSmall = false }: CreateAgentButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const buttonRef = useRef<HTMLButtonElement>(null);
  return (
    <>
      <WriteButton
        ref={buttonRef}
        variant={isSmall ? "secondary" : "primary"}
        size={isSmall ? "small" : "default"}
        onPointerEnter={fetchDialog}
        onFocus={fetchDialog}
        onClick={() => setIsOpen(true)}
      >
        <Plus aria-hidden />
        Create agent
      </WriteButton>
      {isOpen && (
        <AgentDialog
          workspaceId={workspaceId}
          agent={null}
          clis={clis}
          onClose={() => setIsOpen(false)}
          returnFocusTo={buttonRef}
        />
      )}
    </>
  );
}
