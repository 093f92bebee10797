import type { Agent } from "@malamar/contract/agent.ts";
import type { WorkspaceId } from "@malamar/contract/ids.ts";
import type { ChildName } from "../servers/index.ts";
import { startChild } from "./child-process.ts";
import { removeFolder, temporaryFolder } from "./clean-up.ts";
import { requestsPerSecond, type Target } from "./http-load.ts";
import { benchApp, USER } from "./malamar-app.ts";
import type { Variant } from "./scenario.ts";

export const TEAM_SIZE = 100;

type Question = (workspaceId: WorkspaceId) => Pick<Target, "path" | "check">;

/** A server on its own database with one workspace of 100 agents, for one request. */
export async function rowsVariant(name: ChildName, question: Question): Promise<Variant> {
  const folder = temporaryFolder();
  const workspaceId = await createTeam(folder);
  const server = await startChild(name, [folder]);
  return {
    round: async () => [await requestsPerSecond({ port: server.ready, ...question(workspaceId) })],
    close: async () => {
      await server.close();
      removeFolder(folder);
    },
  };
}

async function createTeam(folder: string): Promise<WorkspaceId> {
  const app = await benchApp(folder);
  const { id } = app.workspaceService.create(USER, { title: "Bench" });
  for (let at = 1; at <= TEAM_SIZE; at++) app.agentService.create(USER, id, agentInput(at));
  await app.stop();
  return id;
}

export function agentInput(at: number): Pick<Agent, "name" | "instruction" | "cli_type"> {
  return { name: `Agent ${at}`, instruction: "Read, then act. ".repeat(13), cli_type: "claude" };
}
