import { startRunsServer } from "./runs-server.ts";
import { stampingProgram } from "./stamping-program.ts";

/** A pass of this many agents, each a program that reports when it starts and when it ends. */
export interface StampedPasses {
  stamps: Awaited<ReturnType<typeof stampingProgram>>["stamps"];
  pass: () => Promise<void>;
  close: () => Promise<void>;
}

export async function barePasses(teamSize: number): Promise<StampedPasses> {
  const program = await stampingProgram();
  const pass = async () => {
    for (let at = 0; at < teamSize; at++) await program.runBare();
  };
  return { stamps: program.stamps, pass, close: () => program.close() };
}

export async function malamarPasses(teamSize: number): Promise<StampedPasses> {
  const program = await stampingProgram();
  const server = await startRunsServer(program.path, [program.stamps.path]);
  const workspaceId = await server.createTeam(teamSize);
  return {
    stamps: program.stamps,
    pass: () => server.workTask(workspaceId),
    close: async () => {
      await server.close();
      await program.close();
    },
  };
}
