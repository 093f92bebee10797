import type { World } from "#long-runs/world.ts";

/** Reads an event stream until it ends or the page is closed, and reports every frame. */
export async function followStream(
  world: World,
  path: string,
  closed: AbortSignal,
  hear: (frame: string) => void = () => {},
): Promise<void> {
  try {
    const response = await fetch(world.server().url + path, {
      signal: closed,
      keepalive: false,
    });
    const decoder = new TextDecoder();
    let rest = "";
    for await (const chunk of response.body ?? []) {
      const frames = (rest + decoder.decode(chunk, { stream: true })).split("\n\n");
      rest = frames.pop() ?? "";
      frames.forEach(hear);
    }
  } catch (error) {
    if (!closed.aborted) throw error;
  }
}
