import type { Agent } from "@malamar/contract/agent.ts";
import type { CliHealth } from "@malamar/contract/cli.ts";
import { ArrowDown, ArrowUp, Ellipsis, Pencil, Trash2, type LucideIcon } from "lucide-react";
import { useRef, useState } from "react";
import { MenuButton } from "#components/menu-button.tsx";
import { Button } from "#components/ui/button.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { WriteButton } from "#components/write-button.tsx";
import { AgentDialog } from "./agent-dialog.tsx";
import { DeleteAgentDialog } from "./delete-agent-dialog.tsx";

type AgentActionsProps = {
  agent: Agent;
  position: number;
  teamSize: number;
  clis: readonly CliHealth[];
  isMoving: boolean;
  onMove: (toIndex: number) => void;
};

export function AgentActions(props: AgentActionsProps) {
  const { agent, position, teamSize, isMoving, onMove } = props;
  const [open, setOpen] = useState<"edit" | "delete" | null>(null);
  const editRef = useRef<HTMLButtonElement>(null);
  const moreRef = useRef<HTMLButtonElement>(null);
  const close = () => setOpen(null);
  return (
    <div className="flex shrink-0 justify-end gap-1 pointer-coarse:gap-3">
      <MoveButton
        icon={ArrowUp}
        label={`Move ${agent.name} up`}
        isBlocked={position === 1}
        isBusy={isMoving}
        onClick={() => onMove(position - 2)}
      />
      <MoveButton
        icon={ArrowDown}
        label={`Move ${agent.name} down`}
        isBlocked={position === teamSize}
        isBusy={isMoving}
        onClick={() => onMove(position)}
      />
      <Tooltip text={`Edit ${agent.name}`}>
        <Button
          ref={editRef}
          variant="ghost"
          size="icon"
          aria-label={`Edit ${agent.name}`}
          onClick={() => setOpen("edit")}
        >
          <Pencil aria-hidden />
        </Button>
      </Tooltip>
      <MenuButton
        ref={moreRef}
        variant="ghost"
        size="icon"
        aria-label={`More for ${agent.name}`}
        items={[
          {
            label: `Delete ${agent.name}…`,
            icon: Trash2,
            tone: "danger",
            onSelect: () => setOpen("delete"),
          },
        ]}
      >
        <Ellipsis aria-hidden />
      </MenuButton>
      {open === "edit" && (
        <AgentDialog
          workspaceId={agent.workspace_id}
          agent={agent}
          clis={props.clis}
          onClose={close}
          returnFocusTo={editRef}
        />
      )}
      {open === "delete" && (
        <DeleteAgentDialog agent={agent} onClose={close} returnFocusTo={moreRef} />
      )}
    </div>
  );
}

type MoveButtonProps = {
  icon: LucideIcon;
  label: string;
  isBlocked: boolean;
  isBusy: boolean;
  onClick: () => void;
};

function MoveButton({ icon: Icon, label, ...props }: MoveButtonProps) {
  return (
    <Tooltip text={label}>
      <WriteButton variant="ghost" size="icon" aria-label={label} {...props}>
        <Icon aria-hidden />
      </WriteButton>
    </Tooltip>
  );
}
