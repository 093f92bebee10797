/**
 * Untrusted text for a terminal: in quotes, and without characters that send commands or hide
 * others.
 */
export function quoted(text: string): string {
  return JSON.stringify(text).replaceAll(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (sign) => `\\u{${sign.codePointAt(0)!.toString(16)}}`,
  );
}
