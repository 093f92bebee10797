/** Far from keeping a server busy: this measures how long an answer takes, not how many fit. */
const PAUSE_MS = 20;
/** The servers are new, and their code has to warm up first. */
const WARM_UP_REQUESTS = 200;

type AddressOf = (at: number) => string;

export async function warmUp(addressOf: AddressOf): Promise<void> {
  for (let at = 0; at < WARM_UP_REQUESTS; at++) await timeOf(addressOf(at));
}

/** Milliseconds until each answer is complete, requested one after the other during this time. */
export async function latencies(
  addressOf: AddressOf,
  durationMs: number,
  over: "one connection" | "a new connection each" = "one connection",
): Promise<number[]> {
  const times: number[] = [];
  const endsAt = performance.now() + durationMs;
  for (let at = 0; performance.now() < endsAt; at++) {
    times.push(await timeOf(addressOf(at), { keepalive: over === "one connection" }));
    await Bun.sleep(PAUSE_MS);
  }
  return times;
}

async function timeOf(address: string, options: RequestInit = {}): Promise<number> {
  const askedAt = performance.now();
  const response = await fetch(address, options);
  await response.bytes();
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return performance.now() - askedAt;
}
