/** Requests addresses concurrently, as a page does when it opens. */
export interface Question {
  paths: readonly string[];
  /** Done at the first bytes: the rest comes when something happens. */
  isStream?: boolean;
}

/** Far from keeping a server busy. */
const PAUSE_MS = 10;

/** Milliseconds until all of them are answered in full, this many times. */
export async function timesOf(url: string, question: Question, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let at = 0; at < count; at++) times.push(await timeOf(url, question));
  return times;
}

/** Repeats the same until something else is over. */
export async function timesDuring(
  url: string,
  question: Question,
  work: Promise<unknown>,
): Promise<number[]> {
  const times: number[] = [];
  const state = { isOver: false };
  const end = work.finally(() => (state.isOver = true));
  while (!state.isOver) {
    times.push(await timeOf(url, question));
    await Bun.sleep(PAUSE_MS);
  }
  await end;
  return times;
}

async function timeOf(url: string, { paths, isStream = false }: Question): Promise<number> {
  const askedAt = performance.now();
  await Promise.all(paths.map((path) => answered(url + path, isStream)));
  return performance.now() - askedAt;
}

async function answered(address: string, isStream: boolean): Promise<void> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  if (!isStream) return void (await response.bytes());
  const reader = response.body!.getReader();
  await reader.read();
  await reader.cancel();
}
