/** Shorter parts of an address are words such as "hooks", and not secret. */
const SHORTEST_SECRET_PART = 6;

/** The text with dots instead of any secret, or the secret part of an address. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  const hidden = secrets.flatMap(partsOf).toSorted((a, b) => b.length - a.length);
  return hidden.reduce((rest, part) => rest.replaceAll(part, "•••"), text);
}

function partsOf(secret: string): string[] {
  if (secret === "") return [];
  const url = URL.parse(secret);
  if (!url) return [secret];
  const { href, pathname, search, searchParams } = url;
  const parts = [...pathname.split("/"), ...searchParams.values(), pathname + search];
  return [secret, href, ...parts.filter((part) => part.length >= SHORTEST_SECRET_PART)];
}
