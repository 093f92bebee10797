import type { Agent } from "@malamar/contract/agent.ts";
import { Bot, CircleUserRound, Search, Tag, X, type LucideIcon } from "lucide-react";
import { useEffect, useRef, useState, type ReactElement } from "react";
import { AgentFace } from "#components/agent-face.tsx";
import { MenuButton } from "#components/menu-button.tsx";
import { Button } from "#components/ui/button.tsx";
import { Input } from "#components/ui/input.tsx";
import { cn } from "#lib/cn.ts";
import { NO_FILTER, isFiltered, type BoardFilter as Filter } from "./filter.logic.ts";
import type { ChangeFilter } from "./use-board-filter.ts";

export type FilterAgent = Pick<Agent, "id" | "name">;

type BoardFilterProps = {
  filter: Filter;
  labels: readonly string[];
  agents: readonly FilterAgent[];
  onChange: ChangeFilter;
  className?: string;
};

/** Filters the board by words, by label, by agent, or to tasks that need the user. */
export function BoardFilter({ filter, labels, agents, onChange, className }: BoardFilterProps) {
  const agent = agents.find(({ id }) => id === filter.agentId);
  return (
    <search className={cn("flex min-w-0 flex-wrap items-center gap-1.5", className)}>
      <TextFilter q={filter.q} onChange={(q) => onChange({ q })} />
      <Choice
        icon={Tag}
        name="Label"
        chosen={filter.label}
        options={withChosen(labels, filter.label).map((label) => ({ value: label, label }))}
        onChoose={(label) => onChange({ label })}
      />
      <Choice
        icon={Bot}
        name="Agent"
        chosen={filter.agentId}
        shown={agent?.name}
        options={agents.map(({ id, name }) => ({
          value: id,
          label: name,
          sign: <AgentFace id={id} name={name} />,
        }))}
        onChoose={(agentId) => onChange({ agentId })}
      />
      <Button
        size="small"
        variant={filter.needsMe ? "secondary" : "ghost"}
        aria-pressed={filter.needsMe}
        className="pointer-coarse:h-11"
        onClick={() => onChange({ needsMe: !filter.needsMe })}
      >
        <CircleUserRound aria-hidden />
        Needs me
      </Button>
      {isFiltered(filter) && (
        <Button
          size="small"
          variant="ghost"
          className="pointer-coarse:h-11"
          onClick={() => onChange(NO_FILTER)}
        >
          <X aria-hidden />
          Clear
        </Button>
      )}
    </search>
  );
}

/** Long enough to avoid a request for every letter. */
const TYPING_PAUSE_MS = 200;

function TextFilter({ q, onChange }: { q: string; onChange: (q: string) => void }) {
  const [text, setText] = useState(q);
  const [shownQ, setShownQ] = useState(q);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // The address changed: through typing here, or because the filter was cleared.
  if (q !== shownQ) {
    setShownQ(q);
    if (q !== text.trim()) setText(q);
  }
  return (
    <span className="relative w-44 max-md:w-full">
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2 size-3.5 -translate-y-1/2 text-muted"
      />
      <Input
        type="search"
        aria-label="Filter tasks"
        placeholder="Filter tasks"
        className="h-7 pl-7"
        value={text}
        onChange={({ currentTarget: { value } }) => {
          setText(value);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => onChange(value.trim()), TYPING_PAUSE_MS);
        }}
      />
    </span>
  );
}

type ChoiceProps = {
  icon: LucideIcon;
  name: string;
  chosen: string;
  /** The button's text, if it differs from the value. */
  shown?: string | undefined;
  options: readonly { value: string; label: string; sign?: ReactElement }[];
  onChoose: (value: string) => void;
};

/** Selects one of several values, or any. */
function Choice({ icon: Icon, name, chosen, shown = chosen, options, onChoose }: ChoiceProps) {
  const isChosen = chosen !== "";
  return (
    <MenuButton
      size="small"
      variant={isChosen ? "secondary" : "ghost"}
      align="start"
      aria-label={isChosen ? `${name}: ${shown}` : `Filter by ${name.toLowerCase()}`}
      aria-disabled={options.length === 0}
      items={[
        {
          id: "any",
          label: `Any ${name.toLowerCase()}`,
          icon: Icon,
          isChosen: !isChosen,
          onSelect: () => onChoose(""),
        },
        ...options.map(({ value, label, sign = Icon }) => ({
          id: `is ${value}`,
          label,
          icon: sign,
          isChosen: value === chosen,
          onSelect: () => onChoose(value),
        })),
      ]}
    >
      {options.find(({ value }) => value === chosen)?.sign ?? <Icon aria-hidden />}
      <span className="max-w-32 truncate">{isChosen ? shown : name}</span>
    </MenuButton>
  );
}

/** A selected label stays listed, so that it can be cleared even if no card has it anymore. */
function withChosen(labels: readonly string[], chosen: string): readonly string[] {
  return chosen === "" || labels.includes(chosen) ? labels : [chosen, ...labels];
}
