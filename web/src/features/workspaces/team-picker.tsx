import { READY_TEAMS } from "@malamar/contract/plain/ready-team.ts";
import type { UseFormRegisterReturn } from "react-hook-form";
import { AgentFace } from "#components/agent-face.tsx";
import { RadioCard } from "#components/radio-card.tsx";

/** The initial team: a ready-made one, shown in order, or none. */
export function TeamPicker({ team }: { team: UseFormRegisterReturn }) {
  return (
    <fieldset className="space-y-1.5">
      <legend className="mb-1.5 font-medium">Team</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {READY_TEAMS.map(({ id, title, about, agents }) => (
          <RadioCard key={id} label={title} value={id} {...team}>
            <span className="block text-sm text-muted">{about}</span>
            <span className="mt-1.5 flex flex-wrap items-center gap-1">
              {agents.map((name) => (
                <AgentFace key={name} id={null} name={name} isNamed isPlanned />
              ))}
            </span>
          </RadioCard>
        ))}
        <RadioCard label="No team yet" value="none" {...team}>
          <span className="block text-sm text-muted">Add your own agents afterwards.</span>
        </RadioCard>
      </div>
    </fieldset>
  );
}
