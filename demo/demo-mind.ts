import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathInPrompt, readInputFile, worktreeIn } from "@malamar/scripted-model/input-file.ts";
import type { Answer, Mind } from "@malamar/scripted-model/mind.ts";
import { quoted } from "@malamar/scripted-model/shell-tools.ts";
import { followSteps } from "@malamar/scripted-model/steps.ts";
import type { Scene } from "@malamar/stand-in/scene.ts";
import { fillIn, filledIn } from "@malamar/stand-in/stage.ts";
import { stepsFor } from "@malamar/stand-in/stand-in.ts";
import type { Move } from "@malamar/stand-in/verbs.ts";

/**
 * Plays the scripts of the demo team as the model behind real CLIs. Any caller can name the path of
 * a file, so it reads only those that Malamar wrote into its own directory.
 */
export function createDemoMind(tempDir: string): Mind {
  return (conversation) => {
    const path = pathInPrompt(conversation.prompt);
    if (path === null || dirname(path) !== tempDir) return { kind: "says", text: "OK" };
    const input = readFileSync(path, "utf8");
    const cwd = worktreeIn(input) ?? path.replace(/\.md$/, "");
    return followSteps(answersFor(readInputFile(input), cwd))(conversation);
  };
}

/** One answer per turn of the model: thoughts and texts are sent with the next action. */
function answersFor(scene: Scene, cwd: string): Answer[] {
  const answers: Answer[] = [];
  const actions: object[] = [];
  let message: string | undefined;
  const fill = (text: string) => fillIn(text, scene);
  let beside: { thinking?: string; text?: string } = {};
  const act = (answer: Answer) => {
    answers.push({ ...beside, ...answer });
    beside = {};
  };
  for (const { move } of stepsFor(scene)) {
    if (!move) continue;
    if (move.kind === "thinks") beside.thinking = fill(move.text);
    else if (move.kind === "says") beside.text = fill(move.text);
    else if (move.kind === "answers") message = fill(move.text);
    else if (move.kind === "acts") actions.push(filledIn(move.action, fill));
    else act(deedOf(move, scene, cwd));
    // A model that cannot be reached says nothing more.
    if (move.kind === "fails") return answers;
  }
  const value = { message, actions };
  act({ kind: "writes", path: scene.outputPath, content: JSON.stringify(value) });
  act({ kind: "returns", value });
  return answers;
}

type Deed = Extract<Move, { kind: "runs" | "prints" | "writes" | "deletes" | "fails" }>;

function deedOf(move: Deed, scene: Scene, cwd: string): Answer {
  switch (move.kind) {
    case "runs":
      return { kind: "runs", command: move.command };
    case "prints": {
      const print = `printf '%s\\n' ${quoted(fillIn(move.text, scene))}`;
      return { kind: "runs", command: move.isError ? `${print}; exit 1` : print };
    }
    case "writes": {
      const path = join(cwd, move.path);
      const content = fillIn(move.text, scene);
      // Some CLIs let a model overwrite a file only after it has read it.
      if (!existsSync(path)) return { kind: "writes", path, content };
      return { kind: "runs", command: `printf '%s' ${quoted(content)} > ${quoted(path)}` };
    }
    case "deletes":
      return { kind: "runs", command: `rm -f ${quoted(join(cwd, move.path))}` };
    case "fails":
      // A CLI retries for minutes when a server is down, but not when its request was wrong.
      return { kind: "fails", status: 400, message: move.message };
    default:
      return move satisfies never;
  }
}
