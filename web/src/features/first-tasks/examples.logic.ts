import { READY_TEAMS } from "@malamar/contract/plain/ready-team.ts";

export type ExampleTask = { summary: string; description: string };

/**
 * The example tasks for a team: its own if it is ready-made, else those of the first ready-made
 * team.
 */
export function examplesFor(agents: readonly { name: string }[]): readonly ExampleTask[] {
  const names = agents.map(({ name }) => name).join("\n");
  const team = READY_TEAMS.find((ready) => ready.agents.join("\n") === names);
  return (team ?? READY_TEAMS[0]).examples;
}
