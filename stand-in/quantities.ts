const MILLISECONDS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** `500ms`, `2s`, `1.5m`, `2h` in milliseconds. */
export function readDuration(text: string): number | null {
  return amount(text, MILLISECONDS);
}

const BYTES: Readonly<Record<string, number>> = { B: 1, KB: 1000, MB: 1_000_000 };

/** `10MB` in bytes. */
export function readSize(text: string): number | null {
  return amount(text, BYTES);
}

function amount(text: string, units: Readonly<Record<string, number>>): number | null {
  const [, number, unit = ""] = /^(\d+(?:\.\d+)?)\s*([a-z]+)$/i.exec(text) ?? [];
  const factor = Object.hasOwn(units, unit) ? units[unit] : undefined;
  return number === undefined || factor === undefined ? null : Number(number) * factor;
}

export interface Usage {
  input_tokens: number | null;
  output_tokens: number | null;
  cached_tokens: number | null;
  cost_usd: number | null;
}

/** `1200 in, 300 out, 100 cached, $0.02`, each part optional. */
export function readUsage(text: string): Usage | null {
  const usage: Usage = {
    input_tokens: null,
    output_tokens: null,
    cached_tokens: null,
    cost_usd: null,
  };
  for (const part of text.split(",")) {
    const [, tokens, kind, cost] =
      /^(?:(\d+) (in|out|cached)|\$(\d+(?:\.\d+)?))$/.exec(part.trim()) ?? [];
    if (cost !== undefined) usage.cost_usd = Number(cost);
    else if (kind === "in") usage.input_tokens = Number(tokens);
    else if (kind === "out") usage.output_tokens = Number(tokens);
    else if (kind === "cached") usage.cached_tokens = Number(tokens);
    else return null;
  }
  return usage;
}
