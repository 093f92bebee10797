import { readFileSync } from "node:fs";
import { VERSION } from "#lib/version.ts";
import { pathInPrompt, readBriefing, type Briefing } from "./briefing.ts";
import { chooseSteps, findScript, parseScript } from "./script.ts";
import { createStage, sayLastWord, writeAnswer, type Stage } from "./stage.ts";
import type { Step } from "./verbs.ts";

/** A wrong call or a script that is not understood. */
const USAGE_ERROR = 2;

/**
 * The Demo CLI: plays the part of an AI coding CLI by a script in the agent's instruction, without
 * an account or a model. A program of its own that happens to be in the same executable. Answers
 * with its exit code.
 */
export async function runStandIn(argv: readonly string[]): Promise<number> {
  if (argv[0] === "--version") {
    console.log(`Demo CLI ${VERSION}`);
    return 0;
  }
  try {
    const briefing = readBriefing(readFileSync(inputPathIn(argv[0] ?? ""), "utf8"));
    const steps = stepsFor(briefing);
    return await play(createStage(process.cwd(), briefing), steps);
  } catch (error) {
    process.stderr.write(`Demo CLI: ${error instanceof Error ? error.message : String(error)}\n`);
    return USAGE_ERROR;
  }
}

async function play(stage: Stage, steps: readonly Step[]): Promise<number> {
  const { ending } = stage;
  for (const step of steps) {
    const code = await step.play(stage);
    if (typeof code !== "number") continue;
    // Ended by a step: there is no answer.
    sayLastWord(stage);
    return code;
  }
  if (ending.outputDelayMs === 0) writeAnswer(stage);
  sayLastWord(stage);
  if (ending.outputDelayMs === 0) return 0;
  await Bun.sleep(ending.outputDelayMs);
  writeAnswer(stage);
  return 0;
}

function inputPathIn(prompt: string): string {
  const path = pathInPrompt(prompt);
  if (path === null) throw new Error("The prompt does not name a file to read.");
  return path;
}

/** What the script in the agent's instruction says for this visit. */
export function stepsFor(briefing: Briefing): readonly Step[] {
  const script = parseScript(findScript(briefing.role) ?? DEFAULT_SCRIPT);
  return chooseSteps(script, briefing);
}

/** For an instruction without a script: the team goes on and comes to an end. */
const DEFAULT_SCRIPT = `
visit 1:
  say I am the Demo CLI. My instruction holds no script, so I only say hello.
  comment I have read “{task}”. As the Demo CLI I follow a script, and my instruction holds none.
after:
  skip
`;
