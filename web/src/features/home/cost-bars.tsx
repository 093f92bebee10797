import type { Home } from "@malamar/contract/home.ts";
import type { ReactNode } from "react";
import { AgentFace } from "#components/agent-face.tsx";
import { barPercent, costKey, costText } from "./cost.logic.ts";

/** The cost of the last seven days. Renders nothing if nothing ran. */
export function CostBars({ costs }: { costs: Home["costs"] }) {
  if (costs.run_count === 0) return null;
  return (
    <section
      id="costs"
      tabIndex={-1}
      aria-labelledby="costs-heading"
      className="scroll-mt-16 space-y-2 outline-none"
    >
      <div className="flex min-h-7 items-center justify-between gap-2">
        <h2 id="costs-heading" className="text-lg font-semibold">
          Last 7 days
        </h2>
        <span className="font-semibold tabular-nums">{costText(costs)}</span>
      </div>
      <div className="divide-y rounded-md border bg-card">
        <Bars label="Cost per workspace" title="By workspace">
          {costs.workspaces.map((cost) => (
            <Bar
              key={costKey(cost)}
              percent={barPercent(cost, costs.workspaces)}
              text={costText(cost)}
            >
              <span dir="auto" className="truncate">
                {cost.title}
              </span>
            </Bar>
          ))}
        </Bars>
        <Bars label="Cost per agent" title="By agent">
          {costs.agents.map((cost) => (
            <Bar key={costKey(cost)} percent={barPercent(cost, costs.agents)} text={costText(cost)}>
              <AgentFace id={cost.agent_id} name={cost.name} />
              <span dir="auto" className="truncate">
                {cost.name}
              </span>
              <span dir="auto" className="min-w-[4ch] shrink-[99] truncate text-muted">
                {cost.workspace_title}
              </span>
            </Bar>
          ))}
        </Bars>
      </div>
    </section>
  );
}

function Bars({ label, title, children }: { label: string; title: string; children: ReactNode }) {
  return (
    <div className="space-y-1.5 p-3">
      <h3 className="text-sm text-muted">{title}</h3>
      <ul aria-label={label} className="space-y-2">
        {children}
      </ul>
    </div>
  );
}

type BarProps = { percent: number; text: string; children: ReactNode };

function Bar({ percent, text, children }: BarProps) {
  return (
    <li className="space-y-1 text-sm">
      <div className="flex items-center justify-between gap-3">
        <span className="flex min-w-0 items-center gap-1.5">{children}</span>
        <span className="shrink-0 tabular-nums">{text}</span>
      </div>
      <div aria-hidden className="h-1 overflow-hidden rounded-sm bg-hover">
        <div
          className="h-full rounded-sm bg-muted forced-colors:bg-[CanvasText]"
          style={{ width: `${percent}%` }}
        />
      </div>
    </li>
  );
}
