import { z } from "zod";
import { READY_TEAMS } from "./plain/ready-team.ts";

export const ReadyTeamId = z.enum(
  READY_TEAMS.map(({ id }) => id),
  `must be one of ${READY_TEAMS.map(({ id }) => id).join(", ")}`,
);
export type ReadyTeamId = z.infer<typeof ReadyTeamId>;

export const AddTeam = z.object({ team: ReadyTeamId.default(READY_TEAMS[0].id) });
