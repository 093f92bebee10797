import type { Announcements, UniqueIdentifier } from "@dnd-kit/core";
import type { Agent } from "@malamar/contract/agent.ts";

export const DRAG_INSTRUCTIONS =
  "To move this agent, press space or enter, then the arrow keys. Press space or enter again to drop it, or escape to cancel.";

/** Screen-reader messages for dragging an agent. They use names and positions instead of ids. */
export function dragAnnouncements(agents: readonly Agent[]): Announcements {
  const name = (id: UniqueIdentifier) =>
    agents.find((agent) => agent.id === id)?.name ?? "The agent";
  const place = (id: UniqueIdentifier) =>
    `position ${agents.findIndex((agent) => agent.id === id) + 1} of ${agents.length}`;
  return {
    onDragStart: ({ active }) => `${name(active.id)} picked up at ${place(active.id)}.`,
    onDragOver: ({ active, over }) =>
      over === null ? undefined : `${name(active.id)} is over ${place(over.id)}.`,
    onDragEnd: ({ active, over }) =>
      over === null
        ? `${name(active.id)} stays at ${place(active.id)}.`
        : `${name(active.id)} dropped at ${place(over.id)}.`,
    onDragCancel: ({ active }) => `Cancelled. ${name(active.id)} stays at ${place(active.id)}.`,
  };
}
