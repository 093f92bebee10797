import {
  DndContext,
  KeyboardSensor,
  PointerSensor,
  closestCenter,
  useSensor,
  useSensors,
  type DragEndEvent,
} from "@dnd-kit/core";
import {
  SortableContext,
  sortableKeyboardCoordinates,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import type { Agent } from "@malamar/contract/agent.ts";
import type { CliHealth } from "@malamar/contract/cli.ts";
import type { AgentId, WorkspaceId } from "@malamar/contract/ids.ts";
import { useState } from "react";
import { useConnection } from "#lib/connection.ts";
import { errorMessage } from "#lib/error-details.logic.ts";
import { toast } from "#lib/toast.ts";
import { DRAG_INSTRUCTIONS, dragAnnouncements } from "./agent-drag.logic.ts";
import { inOrder, moved } from "./agent-order.logic.ts";
import { AgentRow } from "./agent-row.tsx";
import { useReorderAgents } from "./mutations.ts";

type AgentListProps = {
  workspaceId: WorkspaceId;
  agents: readonly Agent[];
  health: readonly CliHealth[];
};

/**
 * The team in order. A move is saved at once, and no other is possible until the server has
 * confirmed it.
 */
export function AgentList({ workspaceId, agents, health }: AgentListProps) {
  const reorder = useReorderAgents(workspaceId);
  const { isOffline } = useConnection();
  const sensors = useSensors(
    // Requires a few pixels, so that a click on the handle is not a drag.
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  // Kept here because the mutation reports it a moment later, and the row would jump back and
  // forth.
  const [wished, setWished] = useState<AgentId[] | null>(null);
  const isMoving = wished !== null;
  const shown = wished === null ? agents : inOrder(agents, wished);
  const ids = shown.map((agent) => agent.id);

  function move(id: AgentId, toIndex: number) {
    const order = moved(ids, id, toIndex);
    if (order === null || isMoving || isOffline) return;
    setWished(order);
    reorder.mutate(order, {
      onSettled: () => setWished(null),
      onError: (error) =>
        toast.error("The order was not saved", { description: errorMessage(error) }),
    });
  }

  function drop({ active, over }: DragEndEvent) {
    const agent = shown.find(({ id }) => id === active.id);
    const toIndex = shown.findIndex(({ id }) => id === over?.id);
    if (agent !== undefined) move(agent.id, toIndex);
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{
        announcements: dragAnnouncements(shown),
        screenReaderInstructions: { draggable: DRAG_INSTRUCTIONS },
      }}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <ol
          data-commands="Agents"
          aria-label="Agents in order"
          aria-busy={isMoving}
          className="space-y-1.5"
        >
          {shown.map((agent, index) => (
            <AgentRow
              key={agent.id}
              agent={agent}
              position={index + 1}
              teamSize={shown.length}
              health={health.find((cli) => cli.cli_type === agent.cli_type)}
              clis={health}
              isMoving={isMoving}
              onMove={(toIndex) => move(agent.id, toIndex)}
            />
          ))}
        </ol>
      </SortableContext>
      <output className="sr-only">{isMoving ? "Saving the order" : ""}</output>
    </DndContext>
  );
}
