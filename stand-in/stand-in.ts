import { readFileSync } from "node:fs";
import type { BriefingFile } from "@malamar/contract/briefing.ts";
import { VERSION } from "@malamar/server/lib/version.ts";
import { sceneOf, type Scene } from "./scene.ts";
import { chooseSteps, findScript, parseScript } from "./script.ts";
import { risingUsage } from "./rising-usage.ts";
import chatScript from "./scripts/chat.txt" with { type: "text" };
import malamarScript from "./scripts/malamar.txt" with { type: "text" };
import taskScript from "./scripts/task.txt" with { type: "text" };
import { createStage, sayLastWord, writeAnswer, type Stage } from "./stage.ts";
import type { Step } from "./verbs.ts";

/** A wrong call or an invalid script. */
const USAGE_ERROR = 2;

/**
 * The Demo CLI: acts as an AI coding CLI by a script in the agent's instruction, without an account
 * or a model. A separate program that happens to be in the same executable. Returns its exit code.
 */
export async function runStandIn(argv: readonly string[]): Promise<number> {
  if (argv[0] === "--version") {
    console.log(`Demo CLI ${VERSION}`);
    return 0;
  }
  try {
    const scene = sceneIn(argv[1]);
    return await play(createStage(process.cwd(), scene), stepsFor(scene));
  } catch (error) {
    process.stderr.write(`Demo CLI: ${error instanceof Error ? error.message : String(error)}\n`);
    return USAGE_ERROR;
  }
}

async function play(stage: Stage, steps: readonly Step[]): Promise<number> {
  const { ending } = stage;
  const rising = risingUsage(steps);
  for (const step of steps) {
    const code = await step.play(stage);
    if (typeof code === "number") {
      // Ended by a step: there is no answer.
      sayLastWord(stage);
      return code;
    }
    const used = rising.get(step);
    if (used) stage.emit({ type: "usage", ...used });
  }
  if (ending.outputDelayMs === 0) writeAnswer(stage);
  sayLastWord(stage);
  if (ending.outputDelayMs === 0) return 0;
  await Bun.sleep(ending.outputDelayMs);
  writeAnswer(stage);
  return 0;
}

/** Unlike a real CLI it gets its briefing in a separate file, named after the prompt. */
function sceneIn(path: string | undefined): Scene {
  if (path === undefined) throw new Error("There is no briefing to read.");
  // Written by this very program: see the adapter of the Demo CLI.
  return sceneOf(JSON.parse(readFileSync(path, "utf8")) as BriefingFile);
}

/** As in the contract, which takes too long to load for a program that starts with every run. */
const MALAMAR_AGENT = "Malamar";

/** The script for this visit: the agent's own, or in a chat the one in the person's message. */
export function stepsFor(scene: Scene): readonly Step[] {
  const { kind, role, summary, agentName } = scene;
  const script =
    kind === "task"
      ? (findScript(role, "demo") ?? taskScript)
      : (findScript(role, "demo-chat") ??
        findScript(summary, "demo-chat") ??
        (agentName === MALAMAR_AGENT ? malamarScript : chatScript));
  return chooseSteps(parseScript(script), scene);
}
