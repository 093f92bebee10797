import type { Server } from "./server.ts";

/** More than any number of people have pages open. */
const STREAMS = 300;
/** As SECURITY.md says. */
const WRONG_TOKENS = 10;

/** Hundreds of streams at once, each left as soon as it has begun: nothing of them may stay. */
export async function burstOfStreams({ url, client }: Server): Promise<string[]> {
  const { status } = await client.get<{ status: string }>("/api/health");
  const open = Array.from({ length: STREAMS }, async (_, at) => {
    const end = new AbortController();
    const headers = { "last-event-id": `x-${at}` };
    const response = await fetch(`${url}/api/events`, { headers, signal: end.signal });
    await response.body?.getReader().read();
    return end;
  });
  const streams = await Promise.allSettled(open);
  for (const stream of streams) if (stream.status === "fulfilled") stream.value.abort();
  const failed = streams.filter((stream) => stream.status === "rejected");
  return status === "ok" && failed.length === 0
    ? []
    : [`${failed.length} of ${STREAMS} streams did not begin.`];
}

/** After ten wrong tokens the door is shut for that address, also for the right one, and for no other. */
export async function guessTokens({ url, token }: Server): Promise<string[]> {
  const attempt = async (given: string, address: string) => {
    const headers = { "content-type": "application/json", "x-forwarded-for": address };
    const body = JSON.stringify({ token: given });
    return (await fetch(`${url}/api/login`, { method: "POST", headers, body })).status;
  };
  const guesses: number[] = [];
  for (let at = 0; at <= WRONG_TOKENS; at++) guesses.push(await attempt(`guess-${at}`, GUESSER));
  const right = token ?? "";
  const answers = [...guesses, await attempt(right, GUESSER), await attempt(right, NEIGHBOUR)];
  const wanted = [...Array.from({ length: WRONG_TOKENS }, () => 401), 429, 429, 204];
  return answers.join() === wanted.join()
    ? []
    : [`Wrong tokens are answered with ${answers.join()}.`];
}

const GUESSER = "192.0.2.1";
const NEIGHBOUR = "192.0.2.2";
