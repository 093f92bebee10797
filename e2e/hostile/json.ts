/**
 * Text that goes into JSON unchanged: what no JavaScript value can express, such as 1e400 or a
 * repeated key.
 */
export interface RawJson {
  raw: string;
}

const RAW = Symbol("raw");

export function rawJson(raw: string): RawJson {
  return Object.assign({ raw }, { [RAW]: true });
}

function isRaw(value: object): value is RawJson {
  return RAW in value;
}

/** Like JSON.stringify, but with raw text unchanged. */
export function jsonText(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  if (isRaw(value)) return value.raw;
  if (Array.isArray(value)) return `[${value.map(jsonText).join(",")}]`;
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${jsonText(field)}`).join(",")}}`;
}
