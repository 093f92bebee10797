import type { Stage } from "./stage.ts";

/** Outlives every test that should have ended it, but not the day on a machine where one failed. */
const LIFETIME_SECONDS = "3600";

/**
 * Starts a tool in a new session, as all real CLIs do; it holds the outputs open and stays behind.
 */
export function forkTool(stage: Stage): void {
  const tool = Bun.spawn(["sleep", LIFETIME_SECONDS], {
    detached: true,
    stdin: "ignore",
    stdout: "inherit",
    stderr: "inherit",
  });
  tool.unref();
  stage.emit({ type: "text", text: `Started a tool with pid ${tool.pid}` });
}

/** The hardest to find: its parent exits at once, and its environment is empty. */
export async function forkBareTool(stage: Stage): Promise<void> {
  // The tool writes to stderr: the pipe that carries its pid has to close.
  const shell = Bun.spawn(["sh", "-c", `env -i sleep ${LIFETIME_SECONDS} >&2 & echo $!`], {
    detached: true,
    stdin: "ignore",
    stdout: "pipe",
    stderr: "inherit",
  });
  const pid = (await shell.stdout.text()).trim();
  await shell.exited;
  stage.emit({ type: "text", text: `Started a tool with pid ${pid}` });
}
