import { cliLabel } from "@malamar/contract/plain/cli.ts";
import type { AgentId, EngineId } from "@malamar/contract/ids.ts";
import { cn } from "#lib/cn.ts";
import { hueClass } from "#lib/hue.logic.ts";
import { useEngineOf } from "./agent-engines.ts";
import { monogram } from "./agent-face.logic.ts";
import { EngineSign } from "./engine-sign.tsx";

type AgentFaceProps = {
  /** Without an id, as for a deleted agent, the name picks the colour. */
  id: AgentId | null;
  name: string;
  /** The engine of a run. Without it, the one that the agent has now. */
  engine?: EngineId | undefined;
  /** 20 px in a line of text, 28 px at the start of a row. */
  size?: "small" | "medium";
  /** Set where the name is not shown next to it. */
  isNamed?: boolean;
  /** It does not exist yet. Its id will choose its colour. */
  isPlanned?: boolean;
};

/** An agent at a glance: its letters, its colour, and a small sign of its engine. */
export function AgentFace(props: AgentFaceProps) {
  const { id, name, size = "small", isNamed = false, isPlanned = false } = props;
  const current = useEngineOf(id);
  const engine = props.engine ?? current;
  const isSmall = size === "small";
  const label = engine === undefined ? name : `${name}, ${cliLabel(engine)}`;
  return (
    <span
      {...(isNamed ? { role: "img", "aria-label": label } : { "aria-hidden": true })}
      data-slot="agent-face"
      // Not text: it would become part of names, of what is copied, and of what is searched.
      data-letters={monogram(name)}
      className={cn(
        "relative inline-flex shrink-0 items-center justify-center rounded-md font-semibold tracking-tight select-none before:content-[attr(data-letters)] forced-colors:border",
        isSmall ? "size-5 text-xs" : "size-7 text-sm",
        isPlanned ? "bg-hover text-muted" : hueClass(id ?? name),
      )}
    >
      {engine !== undefined && (
        <span
          className={cn(
            "absolute -right-1 -bottom-1 inline-flex items-center justify-center rounded-full bg-card text-muted",
            isSmall ? "size-3" : "size-3.5",
          )}
        >
          <EngineSign engine={engine} className={isSmall ? "size-2.5!" : "size-3!"} />
        </span>
      )}
    </span>
  );
}
