import type { Server } from "./server.ts";

/** More pages than any number of people have open. */
const STREAMS = 300;
/** As SECURITY.md says. */
const WRONG_TOKENS = 10;

/** Hundreds of streams at once, each left right after it begins: nothing of them may stay. */
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

/** More than ten wrong tokens are too many, yet the right one still gets in. */
export async function guessTokens({ url, token }: Server): Promise<string[]> {
  const attempt = async (given: string, address: string) => {
    const headers = { "content-type": "application/json", "x-forwarded-for": address };
    const body = JSON.stringify({ token: given });
    return (await fetch(`${url}/api/login`, { method: "POST", headers, body })).status;
  };
  const guesses: number[] = [];
  for (let at = 0; at <= WRONG_TOKENS; at++) guesses.push(await attempt(`guess-${at}`, GUESSER));
  const right = token ?? "";
  const letIn = [await attempt(right, GUESSER), await attempt(right, NEIGHBOUR)];
  // Other people's guesses count as well, wherever they come from.
  const areKeptOut = guesses.every((status) => status === 401 || status === 429);
  return areKeptOut && guesses.at(-1) === 429 && letIn.join() === "204,204"
    ? []
    : [`Wrong tokens are answered with ${guesses.join()}, the right one with ${letIn.join()}.`];
}

/** After a logout a copied cookie is worthless, and streams opened with it end. */
export async function copyCookies({ url, token, client }: Server): Promise<string[]> {
  const right = token ?? "";
  const [mine, copied] = [await client.login(right), await client.login(right)];
  const ask = async (method: string, path: string, cookie: string) =>
    fetch(`${url}${path}`, { method, headers: { cookie } });
  const stream = await ask("GET", "/api/events", copied);
  const loggedOut = (await ask("POST", "/api/logout", copied)).status;
  await stream.text();
  const afterLogout = (await ask("GET", "/api/workspaces", copied)).status;
  const others = await client.login(right);
  const ended = (await ask("DELETE", "/api/sessions", mine)).status;
  const answers = [
    loggedOut,
    ended,
    (await ask("GET", "/api/workspaces", mine)).status,
    ...[afterLogout, (await ask("GET", "/api/workspaces", others)).status].map((status) =>
      status === 429 ? 401 : status,
    ),
  ];
  return answers.join() === "204,204,200,401,401"
    ? []
    : [`Ended sessions are answered with ${answers.join()}.`];
}

const GUESSER = "192.0.2.1";
const NEIGHBOUR = "192.0.2.2";
