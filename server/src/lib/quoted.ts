/** Anybody's text for a terminal: in quotes, and without a sign that gives orders or hides another. */
export function quoted(text: string): string {
  return JSON.stringify(text).replaceAll(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (sign) => `\\u{${sign.codePointAt(0)!.toString(16)}}`,
  );
}
