/**
 * Markdown as this repository's formatter writes it, so that a report can be committed unchanged.
 */
export interface Table {
  head: readonly string[];
  rows: readonly (readonly (string | number)[])[];
}

/** Columns of figures are right-aligned. */
export function table({ head, rows }: Table): string {
  const cells = [head, ...rows].map((row) =>
    row.map((cell) => String(cell).replaceAll("|", "\\|")),
  );
  const isFigure = head.map((_, at) => rows.every((row) => typeof row[at] === "number"));
  // The line below the head needs three characters.
  const widths = head.map((_, at) =>
    Math.max(3, ...cells.map((row) => Bun.stringWidth(row[at] ?? ""))),
  );
  const line = (row: readonly string[]) => `| ${row.join(" | ")} |`;
  const padded = cells.map((row) =>
    line(widths.map((width, at) => pad(row[at] ?? "", width, isFigure[at] ?? false))),
  );
  const rule = line(
    widths.map((width, at) => (isFigure[at] ? `${"-".repeat(width - 1)}:` : "-".repeat(width))),
  );
  return [padded[0], rule, ...padded.slice(1)].join("\n");
}

export function list(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join("\n");
}

/** Shown as it is whatever it holds, except for invisible spaces. */
export function code(raw: string): string {
  const text = raw.replaceAll(/[^\S\n]+$/gm, "").trim();
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}

function pad(text: string, width: number, isFigure: boolean): string {
  const space = " ".repeat(width - Bun.stringWidth(text));
  return isFigure ? space + text : text + space;
}
