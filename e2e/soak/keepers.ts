import type { World } from "#long-runs/world.ts";
import { followStream } from "./follow-stream.ts";

const PAGES = 3;

/** How often each event was received. */
export type Heard = Record<string, number>;

/**
 * People who keep their pages open as long as the server lives. The first one counts its events.
 */
export function openPages(world: World, heard: Heard, violate: (what: string) => void) {
  const closing = new AbortController();

  async function keep(hear?: (frame: string) => void): Promise<void> {
    await followStream(world, "/api/events", closing.signal, hear).catch((error: unknown) =>
      violate(`A page that was kept open lost its stream: ${String(error)}`),
    );
    if (!closing.signal.aborted) violate("A page that was kept open lost its stream");
  }

  const count = (frame: string) => {
    const event = /^event: (.+)$/m.exec(frame)?.[1];
    if (event === "resync") violate("A page that was kept open has missed events");
    if (event !== undefined) heard[event] = (heard[event] ?? 0) + 1;
  };
  const open = Array.from({ length: PAGES }, (_, at) => keep(at === 0 ? count : undefined));

  return async function close(): Promise<void> {
    closing.abort();
    await Promise.all(open);
  };
}

/** Runs that have ended, on tasks and in chats. */
export function runsIn(heard: Heard): number {
  return (heard["agent.execution_finished"] ?? 0) + (heard["chat.processing_finished"] ?? 0);
}
