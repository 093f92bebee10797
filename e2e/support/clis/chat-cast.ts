import { pathInPrompt } from "@malamar/scripted-model/input-file.ts";
import type { Answer, Mind } from "@malamar/scripted-model/mind.ts";
import { followSteps } from "@malamar/scripted-model/steps.ts";
import { castMind, type Part } from "./cast.ts";

/** What the model does in a chat once it has read its file, from its tools' answers. */
export type ChatPart = (brief: ChatBrief) => readonly Answer[];

interface ChatBrief {
  contextPath: string;
  outputPath: string;
  /** What its tools answered, its own file first. */
  read: readonly string[];
}

/** A mind that answers in chats, and gives each agent its part on tasks. */
export function chatMind(part: ChatPart, team: Record<string, Part> = {}): Mind {
  const onTasks = castMind(team);
  return (conversation) => {
    const path = pathInPrompt(conversation.prompt);
    if (!path?.includes("malamar_chat_")) return onTasks(conversation);
    const { results: read } = conversation;
    const opens: Answer = { kind: "reads", path };
    const [input] = read;
    if (input === undefined) return opens;
    const brief = {
      contextPath: found(input, /read: (\S+_context\.md)/),
      outputPath: found(input, /as JSON to: (\S+?\.json)/),
      read,
    };
    return followSteps([opens, ...part(brief)])(conversation);
  };
}

/** How a tool's text looks to a model, each CLI with its own frame. */
export function found(text: string, pattern: RegExp): string {
  const seen = pattern.exec(text)?.[1];
  if (seen === undefined) throw new Error(`There is no ${pattern} in what was read:\n${text}`);
  return seen;
}

/** Writes the answer with the CLI's own tool, and says so. */
export function written({ outputPath }: ChatBrief, answer: object): readonly Answer[] {
  return [
    { kind: "writes", path: outputPath, content: JSON.stringify(answer) },
    { kind: "says", text: "I have answered." },
  ];
}
