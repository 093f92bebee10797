import type { Chat } from "@malamar/contract/chat.ts";
import { readFrames } from "@malamar/server/lib/read-frames.ts";
import { removeFolder, temporaryFolder } from "../harness/clean-up.ts";
import { startRunsServer } from "../harness/runs-server.ts";
import type { Scenario, Variant } from "../harness/scenario.ts";
import { LAST_WORD, shellProgram } from "../harness/shell-program.ts";
import { within } from "../harness/time-limit.ts";
import { spawnBare } from "../harness/spawn-bare.ts";

/** With seven rounds, 280 samples on each side. */
const MESSAGES = 40;
const FRAME_MS = 10_000;
const BOUND_MS = 10;

const name = "message in a chat → first word of its CLI, streamed";

export const chatFirstEvent: Scenario = {
  rows: [
    {
      name: `${name}, median`,
      unit: "ms",
      better: "lower",
      bound: BOUND_MS,
      bounded: "difference",
    },
    { name: `${name}, 95 %`, unit: "ms", better: "lower", bound: null, quantile: 0.95 },
  ],
  note: () =>
    `${name}: from just before POST /api/chats/:id/messages until the first text that the CLI writes ` +
    "arrives over GET /api/runs/:id/stream, which is opened when GET /api/events names the run; all from " +
    "another process. Bare: from just before Bun.spawn of the same program with the same options until " +
    "its first line is read. One message at a time.",
  bare,
  malamar,
};

/** It says something as Claude Code does, answers, and ends. */
const SCRIPT = [
  `echo '${JSON.stringify({
    type: "assistant",
    message: { content: [{ type: "text", text: "Looking at it." }] },
    parent_tool_use_id: null,
    session_id: "bench",
  })}'`,
  `echo '{"message":"Hello"}' >"$1"`,
  `echo '${LAST_WORD}'`,
];

async function bare(): Promise<Variant> {
  const folder = temporaryFolder();
  const program = shellProgram(folder, SCRIPT);
  return {
    round: async () => {
      const times: number[] = [];
      for (let at = 0; at < MESSAGES; at++) {
        const asked = performance.now();
        const child = spawnBare([program, `${folder}/answer`], folder);
        const reader = child.stdout.getReader();
        await reader.read();
        times.push(performance.now() - asked);
        while (!(await reader.read()).done);
        await child.exited;
      }
      return [times, times];
    },
    close: async () => removeFolder(folder),
  };
}

async function malamar(): Promise<Variant> {
  const folder = temporaryFolder();
  const server = await startRunsServer(shellProgram(folder, SCRIPT), []);
  const url = `http://127.0.0.1:${server.port}`;
  const workspaceId = await server.createTeam(0);
  const chat = await server.call<Chat>("POST", `/api/workspaces/${workspaceId}/chats`, {
    cli_type: "claude",
  });
  const events = readFrames(await fetch(`${url}/api/events`));

  /** The run that begins to answer. */
  async function nextRun(): Promise<string> {
    for (;;) {
      const { event, data } = await within(FRAME_MS, "the start of an answer", events.next());
      // As the contract says.
      if (event === "chat.processing_started") return (data as { run_id: string }).run_id;
    }
  }

  async function firstWord(runId: string): Promise<void> {
    await using frames = readFrames(await fetch(`${url}/api/runs/${runId}/stream`));
    while ((await within(FRAME_MS, "a word", frames.next())).event !== "text");
  }

  return {
    round: async () => {
      const times: number[] = [];
      for (let at = 0; at < MESSAGES; at++) {
        const asked = performance.now();
        const sent = server.call("POST", `/api/chats/${chat.id}/messages`, { message: "Hello" });
        await firstWord(await nextRun());
        times.push(performance.now() - asked);
        await sent;
        await server.ask("drain");
      }
      return [times, times];
    },
    close: async () => {
      await events[Symbol.asyncDispose]();
      await server.close();
      removeFolder(folder);
    },
  };
}
