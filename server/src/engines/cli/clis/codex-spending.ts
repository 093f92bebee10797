import { join } from "node:path";
import { z } from "zod";
import { openPlainFile } from "#engines/cli/spending/growing-file.ts";
import {
  homeOf,
  isPlainName,
  logsIn,
  parsed,
  type FollowedRun,
  type SpendingFile,
  type SpendingFiles,
  type Tokens,
} from "#engines/cli/spending/spending-files.ts";

const count = z.number().catch(0);

const TokenCount = z.object({
  payload: z.object({
    type: z.literal("token_count"),
    info: z.object({
      total_token_usage: z.object({
        input_tokens: z.number(),
        output_tokens: z.number(),
        cached_input_tokens: count,
      }),
    }),
  }),
});

/**
 * Each thread writes its own file, with a count of all its tokens after every model answer. Its
 * output never reports the threads of subagents, not even at the end.
 */
export function codexSpending({ env }: FollowedRun): SpendingFiles {
  const home = env["CODEX_HOME"] || join(homeOf(env), ".codex");
  const days = daysAround(new Date()).map((day) => join(home, "sessions", ...day));
  /** Files that were checked, and whether each belongs to this run. */
  const known = new Map<string, SpendingFile | null>();

  async function lookAt(path: string, threadId: string): Promise<void> {
    if (path.endsWith(`-${threadId}.jsonl`)) return void known.set(path, { path });
    const head = await headOf(path).catch(() => "");
    if (head === "") return;
    const isOurs = head.includes(`"session_id":"${threadId}"`);
    known.set(path, isOurs ? { path, isLeftOut: true } : null);
  }

  return {
    async find(threadId) {
      if (!isPlainName(threadId)) return [];
      for (const day of days) {
        for (const path of await logsIn(day)) {
          if (!known.has(path) && !isOlder(path, threadId)) await lookAt(path, threadId);
        }
      }
      return [...known.values()].filter((file) => file !== null);
    },
    createReader: () => readTokens,
  };
}

/** Names end with the id of the thread, which begins with the time. */
function isOlder(path: string, threadId: string): boolean {
  return path.slice(-threadId.length - ".jsonl".length) < threadId;
}

/** Enough to contain a thread's names; the instructions follow. */
const HEAD_BYTES = 2048;

async function headOf(path: string): Promise<string> {
  const file = await openPlainFile(path);
  if (file === null) return "";
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    const { bytesRead } = await file.read(head, 0, HEAD_BYTES, 0);
    return head.toString("utf8", 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Its folders are named by the day on which a thread began, in local time. */
function daysAround(now: Date): [year: string, month: string, day: string][] {
  return [0, -1, 1].map((days) => {
    const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
    const [month, date] = [day.getMonth() + 1, day.getDate()].map((n) =>
      String(n).padStart(2, "0"),
    );
    return [String(day.getFullYear()), month!, date!];
  });
}

function readTokens(line: string): Tokens | null {
  if (!line.includes('"token_count"')) return null;
  const known = parsed(TokenCount, line);
  if (known === null) return null;
  const { input_tokens, output_tokens, cached_input_tokens } = known.payload.info.total_token_usage;
  return { input_tokens, output_tokens, cached_tokens: cached_input_tokens };
}
