import { createHash } from "node:crypto";
import { html, raw } from "hono/html";
import type { OpenApiDocument } from "./openapi.ts";

const STYLE = `
:root { color-scheme: light dark; --line: #8884; --muted: #59626d; --accent: #4a4fc4 }
@media (prefers-color-scheme: dark) { :root { --muted: #9ba5b0; --accent: #8b93f2 } }
html { background: Canvas; color: CanvasText }
body { font: 14px/1.5 system-ui, sans-serif; max-width: 860px; margin: 0 auto; padding: 24px 16px }
h1 { font-size: 24px; margin: 0 } p { color: var(--muted) } a { color: var(--accent) }
details { border: 1px solid var(--line); border-radius: 6px; margin: 6px 0 }
summary { padding: 10px 12px; cursor: pointer; display: flex; gap: 12px; flex-wrap: wrap }
summary code { font-weight: 600 } summary .verb { color: var(--accent); width: 4.5em }
section { padding: 0 12px 12px; border-top: 1px solid var(--line) }
h2 { font-size: 13px; margin: 12px 0 4px }
pre { overflow: auto; margin: 0; padding: 10px; border: 1px solid var(--line); border-radius: 6px; font-size: 12px }
`;

/** In one piece: any white space between tag and text would change the hash. */
const STYLE_TAG = raw(`<style>${STYLE}</style>`);

/** The page has no script, and only this one style. */
export function docsPolicy(): string {
  const hash = createHash("sha256").update(STYLE).digest("base64");
  return `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; frame-ancestors 'none'`;
}

export function docsPage(document: OpenApiDocument) {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  );
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Malamar API</title>
        ${STYLE_TAG}
      </head>
      <body>
        <main>
          <h1>Malamar API ${document.info.version}</h1>
          <p>${document.info.description} <a href="/api/openapi.json">OpenAPI document</a></p>
          ${operations.map(
            ({ path, method, summary, parameters, requestBody, responses }) =>
              html`<details>
                <summary>
                  <code class="verb">${method.toUpperCase()}</code><code>${path}</code
                  ><span>${summary}</span>
                </summary>
                <section tabindex="0" aria-label="${method.toUpperCase()} ${path}">
                  ${part("Parameters", parameters)} ${part("Body", requestBody)}
                  ${part("Answers", responses)}
                </section>
              </details>`,
          )}
        </main>
      </body>
    </html>`;
}

function part(title: string, content: object | undefined) {
  if (!content) return "";
  return html`<h2>${title}</h2>
    <pre tabindex="0">${JSON.stringify(content, null, 2)}</pre>`;
}
