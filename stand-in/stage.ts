import { writeFileSync, writeSync } from "node:fs";
import type { TaskAction } from "@malamar/contract/action.ts";
import type { NewTranscriptEvent } from "@malamar/contract/transcript.ts";
import type { Scene } from "./scene.ts";

/** Whatever a script requests in a chat: Malamar decides whether it may. */
export type AskedAction = Record<string, unknown> & { type: string };

/** What the steps of a script act on: the two outputs, and how the run will end. */
export interface Stage {
  cwd: string;
  outputPath: string;
  ending: Ending;
  emit: (event: NewTranscriptEvent) => void;
  write: (to: "stdout" | "stderr", text: string | Uint8Array) => void;
  newToolId: () => string;
  /** Fills in the task, so that one script fits any task. */
  fillIn: (text: string) => string;
}

interface Ending {
  actions: (TaskAction | AskedAction)[];
  /** Its message to the person; in a chat only. */
  message?: string;
  /** Replaces the answer made of the actions; null writes no file at all. */
  output?: string | null;
  /** The answer comes this long after the last word. */
  outputDelayMs: number;
  /** null never says it. */
  lastWord: { ok: true } | { ok: false; message: string } | null;
  sessionId: string;
}

export function createStage(cwd: string, scene: Scene): Stage {
  let tools = 0;
  return {
    cwd,
    outputPath: scene.outputPath,
    ending: {
      actions: [],
      outputDelayMs: 0,
      lastWord: { ok: true },
      sessionId: crypto.randomUUID(),
    },
    emit: (event) => writeAll("stdout", `${JSON.stringify(event)}\n`),
    write: writeAll,
    newToolId: () => `tool_${++tools}`,
    fillIn: (text) => fillIn(text, scene),
  };
}

export function fillIn(text: string, scene: Scene): string {
  const { summary, agentName, visit, newUserComment } = scene;
  return text
    .replaceAll("{task}", () => summary)
    .replaceAll("{message}", () => summary)
    .replaceAll("{agent}", () => agentName)
    .replaceAll("{visit}", () => String(visit))
    .replaceAll("{comment}", () => newUserComment ?? "");
}

/** An action with its placeholders filled from this run. */
export function filledIn<Asked extends { type: string }>(
  action: Asked,
  fill: (text: string) => string,
): Asked {
  const fields = Object.entries(action).map(([name, value]) => [
    name,
    typeof value === "string" && name !== "type" ? fill(value) : value,
  ]);
  return { ...action, ...Object.fromEntries(fields) };
}

export function writeAnswer({ outputPath, ending }: Stage): void {
  if (ending.output === null) return;
  const { message, actions, output = JSON.stringify({ message, actions }) } = ending;
  // As private as the reserved path's other files.
  writeFileSync(outputPath, output, { mode: 0o600 });
}

export function sayLastWord({ ending, write }: Stage): void {
  if (ending.lastWord === null) return;
  const line = { type: "result", ...ending.lastWord, session_id: ending.sessionId };
  write("stdout", `${JSON.stringify(line)}\n`);
}

const DESCRIPTORS = { stdout: 1, stderr: 2 };

/** Written at once and in order, so that nothing is lost when the next step kills the process. */
function writeAll(to: "stdout" | "stderr", content: string | Uint8Array): void {
  let rest = typeof content === "string" ? Buffer.from(content) : content;
  while (rest.length > 0) rest = rest.subarray(writeSome(DESCRIPTORS[to], rest));
}

function writeSome(descriptor: number, bytes: Uint8Array): number {
  try {
    return writeSync(descriptor, bytes);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EAGAIN")) throw error;
    // The reader is slower than we are: a pause that costs no processor time and nobody notices.
    Bun.sleepSync(1);
    return 0;
  }
}
