import type { Page } from "@playwright/test";

/** When the text was painted, by the machine's clock, which everyone here shares. */
export function shownAt(page: Page, text: string): Promise<number> {
  return page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const look = () => {
          const isThere = [...document.querySelectorAll("[data-task-id]")].some((card) =>
            card.textContent.includes(wanted),
          );
          if (!isThere) return;
          observer.disconnect();
          // The change is in the document now; the next frame shows it.
          requestAnimationFrame(() => resolve(performance.timeOrigin + performance.now()));
        };
        const observer = new MutationObserver(look);
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
        // The change may have been faster than this request to watch for it.
        look();
      }),
    text,
  );
}

/** A bare reader of the event stream. */
export async function openStream(url: string) {
  const gone = new AbortController();
  const response = await fetch(`${url}/api/events`, { signal: gone.signal });
  const waiting = new Map<string, (at: number) => void>();
  let received = 0;
  const reading = (async () => {
    const decoder = new TextDecoder();
    let rest = "";
    for await (const bytes of response.body!) {
      const at = performance.timeOrigin + performance.now();
      const text = decoder.decode(bytes, { stream: true });
      for (const [wanted, tell] of waiting) if (text.includes(wanted)) tell(at);
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        if (line.startsWith("data: ")) received += Buffer.byteLength(line) - 6;
      }
    }
  })().catch((error: unknown) => {
    if (!gone.signal.aborted) throw error;
  });
  return {
    heardAt(text: string): Promise<number> {
      return new Promise((resolve) => {
        waiting.set(text, (at) => {
          waiting.delete(text);
          resolve(at);
        });
      });
    },
    /** The data of all events so far. */
    bytes: () => received,
    async [Symbol.asyncDispose]() {
      gone.abort();
      await reading;
    },
  };
}
