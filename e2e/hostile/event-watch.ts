import { SECRET_MARK } from "./sound-values.ts";

/** Listens to everything a server sends its pages, and keeps what no page may receive. */
export function watchEvents(url: string, token: string | null) {
  const end = new AbortController();
  const secrets = token === null ? [SECRET_MARK] : [SECRET_MARK, token];
  const problems: string[] = [];
  let events = 0;

  const listening = listen().catch((error: unknown) => {
    if (!end.signal.aborted) problems.push(`The stream of events broke: ${String(error)}`);
  });

  async function listen(): Promise<void> {
    const headers = token === null ? {} : { authorization: `Bearer ${token}` };
    const response = await fetch(`${url}/api/events`, { headers, signal: end.signal });
    const decoder = new TextDecoder();
    let waiting = "";
    for await (const chunk of response.body ?? []) {
      const frames = (waiting + decoder.decode(chunk, { stream: true })).split("\n\n");
      waiting = frames.pop() ?? "";
      frames.forEach(look);
    }
    throw new Error("it ended");
  }

  function look(frame: string): void {
    events++;
    const isLeak = secrets.some((secret) => frame.includes(secret));
    if (isLeak) problems.push(`A secret is in an event: ${frame.slice(0, 300)}`);
  }

  return {
    count: () => events,
    /** What arrived since the last call. */
    problems: () => problems.splice(0),
    async stop(): Promise<void> {
      end.abort();
      await listening;
    },
  };
}
