import type { Browser } from "@playwright/test";
import type { Theme } from "./themes.ts";

/** One state of a component, as it looked on its page. */
export interface Piece {
  caption: string;
  png: Buffer;
  /** In CSS pixels. */
  width: number;
}

/** As wide as GitHub shows a document. */
const WIDTH = 880;
const SCALE = 1.5;

/** Lays pieces out with their names, in the page's own font and colours. */
export async function createSheets(browser: Browser, url: string) {
  const context = await browser.newContext({ deviceScaleFactor: SCALE });
  const page = await context.newPage();
  const html = await (await fetch(url)).text();
  const stylesheet = /href="([^"]+\.css)"/.exec(html)![1]!;
  // At Malamar's own address: fonts are handed to nobody else.
  await page.route(`${url}/sheet`, (route) =>
    route.fulfill({ contentType: "text/html", body: frame(stylesheet) }),
  );
  await page.goto(`${url}/sheet`);

  return {
    /** `body` is any HTML; `asPieces` makes some. What has `data-value-of` gets the value of that token. */
    async print(body: string, theme: Theme): Promise<Buffer> {
      await page.evaluate(
        async ([content, isDark]) => {
          document.documentElement.classList.toggle("dark", isDark);
          document.querySelector("main")!.innerHTML = content;
          const styles = getComputedStyle(document.documentElement);
          for (const value of document.querySelectorAll<HTMLElement>("[data-value-of]"))
            value.textContent = styles.getPropertyValue(value.dataset["valueOf"]!);
          await document.fonts.ready;
          await Promise.all([...document.images].map((image) => image.decode()));
        },
        [body, theme === "dark"] as const,
      );
      return page.locator("main").screenshot();
    },
  };
}

export type Sheets = Awaited<ReturnType<typeof createSheets>>;

export function asPieces(pieces: readonly Piece[]): string {
  return pieces
    .map(({ caption, png, width }) => {
      const source = `data:image/png;base64,${png.toString("base64")}`;
      return `<figure><figcaption>${caption}</figcaption><img width="${width}" src="${source}"></figure>`;
    })
    .join("");
}

function frame(stylesheet: string): string {
  return `<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="${stylesheet}">
<style>
  main { display: flex; flex-wrap: wrap; align-items: flex-start; gap: 20px 24px; width: ${WIDTH}px; padding: 20px; }
  figcaption { margin-bottom: 6px; color: var(--muted); font-size: 12px; }
  img { display: block; max-width: 100%; height: auto; border-radius: 6px; }
  h2 { flex-basis: 100%; font-size: 14px; font-weight: 600; }
  .swatch { width: 116px; font-size: 11px; }
  .swatch i { display: block; height: 36px; margin-bottom: 4px; border: 1px solid var(--border); border-radius: 6px; }
  .swatch code, dd { color: var(--muted); }
  dl { display: grid; grid-template-columns: auto 1fr; gap: 6px 24px; align-items: baseline; }
  .box { text-align: center; display: grid; place-items: center; width: 180px; height: 64px; background: var(--card); }
</style><main></main>`;
}
