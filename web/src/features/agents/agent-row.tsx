import { useSortable } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import type { Agent } from "@malamar/contract/agent.ts";
import type { CliHealth } from "@malamar/contract/cli.ts";
import { GripVertical } from "lucide-react";
import { AgentFace } from "#components/agent-face.tsx";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#lib/cn.ts";
import { AgentActions } from "./agent-actions.tsx";
import { AgentSummary } from "./agent-summary.tsx";

type AgentRowProps = {
  agent: Agent;
  position: number;
  teamSize: number;
  health: CliHealth | undefined;
  clis: readonly CliHealth[];
  isMoving: boolean;
  onMove: (toIndex: number) => void;
};

export function AgentRow(props: AgentRowProps) {
  const { agent, position, health, isMoving } = props;
  const {
    attributes,
    listeners,
    setNodeRef,
    setActivatorNodeRef,
    transform,
    transition,
    isDragging,
  } = useSortable({ id: agent.id, disabled: isMoving });
  return (
    <li
      ref={setNodeRef}
      // Vertical only, without scaling: rows differ in height.
      style={{
        transform: CSS.Translate.toString(transform && { ...transform, x: 0 }),
        transition: transition,
      }}
      className={cn(
        "flex items-start gap-1 rounded-md border bg-card p-2 motion-reduce:!transition-none sm:gap-2 sm:p-2.5",
        isDragging && "relative z-10 shadow-transient",
      )}
    >
      <Button
        {...attributes}
        {...listeners}
        ref={setActivatorNodeRef}
        variant="ghost"
        size="icon"
        aria-label={`Drag ${agent.name}`}
        aria-disabled={isMoving}
        className="-ml-1 w-6 cursor-grab touch-none active:cursor-grabbing"
      >
        <GripVertical aria-hidden />
      </Button>
      <div className="flex min-w-0 flex-1 flex-col gap-x-3 gap-y-2 sm:flex-row sm:items-start">
        <div className="flex min-w-0 flex-1 gap-2.5 py-1.5">
          <span className="min-w-3 text-right font-medium text-muted tabular-nums">{position}</span>
          <AgentFace id={agent.id} name={agent.name} engine={agent.cli_type} size="medium" />
          <AgentSummary agent={agent} health={health} />
        </div>
        <AgentActions {...props} />
      </div>
    </li>
  );
}
