import { join } from "node:path";
import { z } from "zod";
import {
  homeOf,
  isPlainName,
  parsed,
  projectFolder,
  type FollowedRun,
  type SpendingFiles,
  type Tokens,
} from "#engines/cli/spending/spending-files.ts";

const count = z.number().catch(0);

const ApiResponse = z.object({
  systemPayload: z.object({
    uiEvent: z.object({
      "event.name": z.literal("qwen-code.api_response"),
      input_token_count: z.number(),
      output_token_count: count,
      cached_content_token_count: count,
    }),
  }),
});

/**
 * Its output never reports the usage of subagents; the file of its session has every model answer.
 */
export function qwenSpending({ env, cwd }: FollowedRun): SpendingFiles {
  const home = env["QWEN_RUNTIME_DIR"] || env["QWEN_HOME"] || join(homeOf(env), ".qwen");
  return {
    async find(sessionId) {
      if (!isPlainName(sessionId)) return [];
      const chats = join(home, "projects", await projectFolder(cwd), "chats");
      return [{ path: join(chats, `${sessionId}.jsonl`) }];
    },
    createReader,
  };
}

function createReader() {
  const sum: Tokens = { input_tokens: 0, output_tokens: 0, cached_tokens: 0 };
  return (line: string): Tokens | null => {
    const known = line.includes('"qwen-code.api_response"') ? parsed(ApiResponse, line) : null;
    if (known === null) return null;
    const { uiEvent } = known.systemPayload;
    sum.input_tokens += uiEvent.input_token_count;
    sum.output_tokens += uiEvent.output_token_count;
    sum.cached_tokens += uiEvent.cached_content_token_count;
    return { ...sum };
  };
}
