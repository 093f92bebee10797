import { readdir, readFile, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import {
  homeOf,
  isPlainName,
  logsIn,
  parsed,
  type FollowedRun,
  type SpendingFiles,
  type Tokens,
} from "#engines/cli/spending/spending-files.ts";
import { createTally } from "#engines/cli/spending/tally.ts";

const count = z.number().catch(0);

const Answer = z.object({
  id: z.string(),
  tokens: z.object({ input: z.number(), output: count, cached: count, total: count }),
});

const Projects = z.object({ projects: z.record(z.string(), z.string()) });

/** It grows by a line with every directory that the CLI is used in. */
const LONGEST_PROJECT_LIST = 4 * 1024 * 1024;

/** A session has a file, and a folder with one for each of its subagents. */
export function geminiSpending({ env, cwd }: FollowedRun): SpendingFiles {
  const home = join(env["GEMINI_CLI_HOME"] || homeOf(env), ".gemini");
  let chats: string | null = null;
  let main: string | null = null;

  async function chatsOf(sessionId: string): Promise<string | null> {
    if (!isPlainName(sessionId)) return null;
    const name = await projectName(home, cwd);
    return name === null ? null : join(home, "tmp", name, "chats");
  }

  return {
    async find(sessionId) {
      chats ??= await chatsOf(sessionId);
      if (chats === null) return [];
      main ??= await fileOf(chats, sessionId);
      const subagents = await logsIn(join(chats, sessionId));
      return [...(main === null ? [] : [main]), ...subagents].map((path) => ({ path }));
    },
    createReader,
  };
}

/** Its name for the directory, from its own list. */
async function projectName(home: string, cwd: string): Promise<string | null> {
  const list = join(home, "projects.json");
  if ((await stat(list)).size > LONGEST_PROJECT_LIST) return null;
  const { projects } = Projects.parse(JSON.parse(await readFile(list, "utf8")));
  const name = projects[await realpath(cwd)] ?? projects[cwd];
  return name !== undefined && isPlainName(name) ? name : null;
}

async function fileOf(chats: string, sessionId: string): Promise<string | null> {
  const end = `-${sessionId.slice(0, 8)}.jsonl`;
  const name = (await readdir(chats)).find(
    (one) => one.startsWith("session-") && one.endsWith(end),
  );
  return name === undefined ? null : join(chats, name);
}

/** An answer is written again whenever one of its tools has answered: the last time counts. */
function createReader() {
  const answers = createTally();
  return (line: string): Tokens | null => {
    const known = line.includes('"tokens":{') ? parsed(Answer, line) : null;
    if (known === null) return null;
    const { input, output, cached, total } = known.tokens;
    // Thinking is output, but only part of the total.
    const output_tokens = Math.max(output, total - input);
    answers.set(known.id, { input_tokens: input, output_tokens, cached_tokens: cached });
    return answers.sum();
  };
}
