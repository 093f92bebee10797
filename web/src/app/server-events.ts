import type { ServerEvent } from "@malamar/contract/event.ts";

type Listener = (event: ServerEvent) => void;

/** Passes every server event to the parts of the shell that announce it. */
export function createServerEvents() {
  const listeners = new Set<Listener>();

  function publish(event: ServerEvent) {
    for (const listener of listeners) listener(event);
  }

  function subscribe(listener: Listener): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }

  return { publish, subscribe };
}

export type ServerEvents = ReturnType<typeof createServerEvents>;
