import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BriefingFile } from "@malamar/contract/briefing.ts";
import type { TaskId } from "@malamar/contract/ids.ts";
import { demoAgent, type Board, type Run, type Task } from "./board.ts";
import { EXECUTABLE } from "./malamar.ts";
import { endProcesses, isAlive, readProcess, type Process } from "./processes.ts";
import { until } from "./until.ts";

/** Programs that ignore every signal they can, and pass that on across exec. */
export function deafTools(dir: string): { PATH: string } {
  return programsIn(dir, {
    sleep: "trap '' TERM INT HUP\nexec /usr/bin/sleep",
    env: "trap '' TERM INT HUP\nexec /usr/bin/env",
  });
}

/** Emptying its environment also removes the limit that would still identify it. */
export function fleeingTools(dir: string): { PATH: string } {
  return programsIn(dir, { env: "exec prlimit --rttime=unlimited:unlimited /usr/bin/env" });
}

function programsIn(dir: string, programs: Record<string, string>): { PATH: string } {
  const bin = join(dir, "bin");
  mkdirSync(bin, { recursive: true });
  for (const [name, lines] of Object.entries(programs)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${lines} "$@"\n`);
    chmodSync(join(bin, name), 0o755);
  }
  return { PATH: `${bin}:/usr/bin:/bin` };
}

/** One tool in its own session, and one without a parent and without any mark. */
const TOOLS = ["fork", "fork bare", "say ready"];

/** Ignores signals and never ends on its own; when started again, it has nothing to do. */
export const HANGING = demoAgent(
  "Worker",
  "visit 1:",
  "ignore signals",
  ...TOOLS,
  "hang",
  "after:",
  "skip",
);

/** Leaves its tools behind when it is let go. */
export function leaving(gate: string) {
  return demoAgent(
    "Worker",
    "visit 1:",
    ...TOOLS,
    `gate ${gate}`,
    "comment Done",
    "after:",
    "skip",
  );
}

export interface ToolsAtWork {
  workspaceId: string;
  task: Task;
  run: Run;
  /** The CLI first, then its two tools. */
  family: Process[];
}

/** A task whose agent is working, and all of its processes. */
export async function startTools(board: Board, agent: typeof HANGING): Promise<ToolsAtWork> {
  const workspaceId = await board.createTeam([agent]);
  const { id } = await board.createTask(workspaceId, "Work");
  const run = await board.runThatSays(id, "ready");
  const transcript = await board.transcript(run.id);
  const pids = transcript.flatMap(({ type, pid, text }) => {
    if (type === "started") return pid ?? [];
    return Number(/^Started a tool with pid (\d+)$/.exec(text ?? "")?.[1] ?? Number.NaN);
  });
  const family = pids
    .filter(Number.isInteger)
    .map(readProcess)
    .filter((process) => process !== null);
  if (family.length !== 3) throw new Error(`There are ${family.length} processes and not 3.`);
  return { workspaceId, task: await board.task(id), run, family };
}

/**
 * Processes of the same user that have nothing to do with Malamar, as similar to its own as
 * possible: by name, by command line, by the variables of a run, and by their working directory.
 */
export async function startBystanders({ run, task }: ToolsAtWork) {
  const dir = mkdtempSync(join(tmpdir(), "malamar-bystanders-"));
  const input = join(dir, `malamar_task_${task.id}.md`);
  const file = join(dir, "malamar_output_1.briefing.json");
  const none = { entries: [], left_out: 0 };
  const given: BriefingFile = {
    briefing: {
      kind: "task",
      task_id: task.id as TaskId,
      workspace_instruction: "",
      agent_name: "Bystander",
      role: ["```demo", "say ready", "hang", "```"].join("\n"),
      other_agents: [],
      summary: "",
      description: "",
      comments: none,
      activity: none,
    },
    output_path: "/x.json",
  };
  writeFileSync(file, JSON.stringify(given));
  const cli = spawn(
    EXECUTABLE,
    ["stand-in", `Read the file at ${input} and follow the instruction autonomously`, file],
    {
      env: { MALAMAR_RUN_ID: run.id, MALAMAR_INSTALLATION_ID: "another" },
      stdio: ["ignore", "pipe", "ignore"],
      detached: true,
    },
  );
  const tool = spawn("/usr/bin/sleep", ["3600"], {
    cwd: task.working_directory,
    env: {},
    stdio: "ignore",
    detached: true,
  });
  const processes = [cli, tool].map(({ pid }) => readProcess(pid!)!);
  await until(() => cli.stdout.read() !== null, "the bystander is at work");
  return {
    processes,
    allLive: () => processes.every(isAlive),
    async [Symbol.asyncDispose]() {
      await endProcesses(processes);
      rmSync(dir, { recursive: true });
    },
  };
}
