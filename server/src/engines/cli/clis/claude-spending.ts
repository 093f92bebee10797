import { join } from "node:path";
import { z } from "zod";
import {
  homeOf,
  isPlainName,
  logsIn,
  parsed,
  projectFolder,
  type FollowedRun,
  type SpendingFiles,
  type Tokens,
} from "#engines/cli/spending/spending-files.ts";
import { createTally } from "#engines/cli/spending/tally.ts";
import { answerIn, Message } from "./claude-lines.ts";

const Spoken = z.object({ type: z.literal("assistant"), message: Message });

/**
 * Its output reports an answer's length before there is an answer. The files of its session and its
 * subagents have the final length.
 */
export function claudeSpending({ env, cwd }: FollowedRun): SpendingFiles {
  const home = env["CLAUDE_CONFIG_DIR"] || join(homeOf(env), ".claude");
  return {
    async find(sessionId) {
      if (!isPlainName(sessionId)) return [];
      const session = join(home, "projects", await projectFolder(cwd), sessionId);
      const subagents = await logsIn(join(session, "subagents"));
      return [`${session}.jsonl`, ...subagents].map((path) => ({ path }));
    },
    createReader,
  };
}

function createReader() {
  const answers = createTally();
  return (line: string): Tokens | null => {
    const known = line.includes('"usage":{') ? parsed(Spoken, line) : null;
    const answer = known && answerIn(known.message);
    if (!answer) return null;
    answers.set(answer.id, answer.tokens);
    return answers.sum();
  };
}
