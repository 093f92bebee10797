import { READY_TEAMS } from "@malamar/contract/plain/ready-team.ts";

export type ExampleTask = { summary: string; description: string };

/** What to try a team on: its own examples, if it is one of ours, else those of the first. */
export function examplesFor(agents: readonly { name: string }[]): readonly ExampleTask[] {
  const names = agents.map(({ name }) => name).join("\n");
  const team = READY_TEAMS.find((ready) => ready.agents.join("\n") === names);
  return (team ?? READY_TEAMS[0]).examples;
}
