import type { World } from "./world.ts";

export interface Answer {
  status: number;
  body: unknown;
}

/** The results of all people's requests. */
export interface Tally {
  acknowledged: number;
  refused: number;
  cutOff: number;
}

interface Deps {
  world: World;
  tally: Tally;
  /** Called with an answer that nobody should ever get. */
  violate: (what: string) => void;
}

/** A cancel and a delete take time; what hangs for longer hangs forever. */
const ANSWER_MS = 30_000;
/** How long people wait before they check again whether the server is back. */
const PAUSE_MS = 10;

/** The refusals of storage that fails or is missing; allowed only while that is so. */
const STORAGE_REFUSALS: readonly number[] = [507, 503];

/** Talks to the current server. */
export function createClient({ world, tally, violate }: Deps) {
  /** While the storage refuses, so may the server. */
  let isStorageFailing = false;

  function look(method: string, path: string, status: number, text: string): void {
    if (status < 400) return;
    if (isStorageFailing && STORAGE_REFUSALS.includes(status)) return;
    const isRefusal = status === 404 || status === 409;
    if (!isRefusal) violate(`${method} ${path} was answered with ${status} ${text.slice(0, 300)}`);
  }

  return {
    /** Among other requests, 507 or 503 is a normal answer. */
    async whileStorageFails(work: () => Promise<void>): Promise<void> {
      isStorageFailing = true;
      try {
        await work();
      } finally {
        isStorageFailing = false;
      }
    },

    /** null when the answer did not arrive in full: then nobody knows whether it was done. */
    async send(
      method: string,
      path: string,
      body?: object | FormData,
      mayFail = false,
    ): Promise<Answer | null> {
      const url = world.url();
      if (url === null) {
        await Bun.sleep(PAUSE_MS);
        return null;
      }
      const wasFailing = isStorageFailing;
      try {
        const response = await fetch(url + path, {
          method,
          keepalive: false,
          signal: AbortSignal.timeout(ANSWER_MS),
          ...(body instanceof FormData && { body }),
          ...(body &&
            !(body instanceof FormData) && {
              headers: { "content-type": "application/json" },
              body: JSON.stringify(body),
            }),
        });
        const text = await response.text();
        const { ok, status } = response;
        if (!mayFail && !(wasFailing && STORAGE_REFUSALS.includes(status)))
          look(method, path, status, text);
        if (method !== "GET") tally[ok ? "acknowledged" : "refused"]++;
        return { status, body: ok && text !== "" ? JSON.parse(text) : undefined };
      } catch (error) {
        if (error instanceof DOMException && error.name === "TimeoutError") {
          violate(`${method} ${path} was not answered within ${ANSWER_MS} ms`);
        }
        if (method !== "GET") tally.cutOff++;
        return null;
      }
    },
  };
}

export type Client = ReturnType<typeof createClient>;

export function isOk(answer: Answer | null): answer is Answer {
  return answer !== null && answer.status < 400;
}

/** What the server has made, by its id. */
export function idIn(answer: Answer): string {
  return (answer.body as { id: string }).id;
}
