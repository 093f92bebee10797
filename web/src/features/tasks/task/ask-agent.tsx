import { X } from "lucide-react";
import { AgentFace } from "#components/agent-face.tsx";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#lib/cn.ts";
import type { Askable } from "./mention.logic.ts";
import type { useMentions } from "./use-mentions.ts";

type MentionListProps = { mentions: ReturnType<typeof useMentions> };

/** The agents an @ may mean, above the field. */
export function MentionList({ mentions }: MentionListProps) {
  const { listId, agents, active, take } = mentions;
  if (agents.length === 0) return null;
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the focus stays in the field, which a <select> does not allow
      role="listbox"
      id={listId}
      aria-label="Ask one agent"
      className="absolute bottom-full left-0 z-40 mb-1 max-h-64 w-64 max-w-full animate-menu-in overflow-y-auto rounded-md border bg-card p-1 shadow-transient"
    >
      {agents.map((agent, index) => (
        <div
          key={agent.agent_id}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- see above
          role="option"
          id={`${listId}-${index}`}
          aria-selected={index === active}
          // The field keeps the focus.
          tabIndex={-1}
          onPointerDown={(event) => {
            event.preventDefault();
            take(agent);
          }}
          className={cn(
            "flex h-8 cursor-pointer items-center gap-2 rounded-sm px-2 pointer-coarse:h-11",
            index === active ? "bg-hover" : "hover:bg-hover",
          )}
        >
          <AgentFace id={agent.agent_id} name={agent.name} />
          <span className="min-w-0 truncate">{agent.name}</span>
        </div>
      ))}
    </div>
  );
}

type AskedChipProps = { agent: Askable; onClear: () => void };

/** Shows before sending that the comment asks one agent. */
export function AskedChip({ agent, onClear }: AskedChipProps) {
  return (
    <p className="flex min-w-0 items-center gap-1.5 text-sm">
      <AgentFace id={agent.agent_id} name={agent.name} />
      <span className="min-w-0 truncate">
        Asks only <span className="font-medium">{agent.name}</span>
      </span>
      <Button
        variant="ghost"
        size="small"
        aria-label="Ask the whole team instead"
        className="size-6 p-0"
        onClick={onClear}
      >
        <X aria-hidden />
      </Button>
    </p>
  );
}
