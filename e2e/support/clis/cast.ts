import { readFileSync } from "node:fs";
import { pathInPrompt, readInputFile } from "@malamar/scripted-model/input-file.ts";
import type { Scene } from "@malamar/stand-in/scene.ts";
import type { Answer, Conversation, Mind } from "@malamar/scripted-model/mind.ts";
import { quoted } from "@malamar/scripted-model/shell-tools.ts";
import { followSteps } from "@malamar/scripted-model/steps.ts";

/** What the model does for an agent: its steps, from what Malamar wrote for it. */
export type Part = (briefing: Brief) => readonly Answer[];

interface Brief extends Scene {
  /** Where the agent works. */
  cwd: string;
}

/** A mind that recognizes each agent by its part, which is the agent's instruction. */
export function castMind(parts: Record<string, Part>): Mind {
  return (conversation) => {
    const briefing = briefingOf(conversation);
    if (!briefing) return { kind: "says", text: "OK" };
    const part = parts[briefing.role.trim()];
    if (!part) throw new Error(`Nobody plays "${briefing.role.trim()}".`);
    return followSteps(part(briefing))(conversation);
  };
}

/** null for a question that is not about a task: a deep check. */
function briefingOf({ prompt }: Conversation): Brief | null {
  const path = pathInPrompt(prompt);
  if (path === null) return null;
  const text = readFileSync(path, "utf8");
  return { ...readInputFile(text), cwd: worktreeIn(text) ?? path.replace(/\.md$/, "") };
}

/** In a repository, the input file says where the agent works. */
function worktreeIn(text: string): string | undefined {
  return /^You work in (.+), a Git worktree that Malamar made for this task\.$/m.exec(text)?.[1];
}

/** Writes the answer as an agent does, and says so. */
export function answers(...actions: readonly object[]): Part {
  return ({ outputPath }) => [
    { kind: "runs", command: writeCommand(outputPath, JSON.stringify({ actions })) },
    { kind: "says", text: "I have answered." },
  ];
}

function writeCommand(path: string, content: string): string {
  return `printf '%s' ${quoted(content)} > ${quoted(path)}`;
}

export const comment = (content: string) => ({ type: "comment", content });
export const skip = { type: "skip" };
export const review = { type: "change_status", status: "in_review" };

/** First these, then the steps of the part. */
export function after(steps: readonly Answer[], part: Part): Part {
  return (briefing) => [...steps, ...part(briefing)];
}

/** The same part on every visit, except the first. */
export function firstThen(first: Part, then: Part): Part {
  return (briefing) => (briefing.visit === 1 ? first : then)(briefing);
}
