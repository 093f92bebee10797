/** How the pictures begin that a page may show. Nothing in them can run. */
const PICTURES: readonly (readonly [beginning: RegExp, type: string])[] = [
  [/^\u0089PNG\r\n\p{Cc}\n/u, "image/png"],
  [/^\xff\xd8\xff/, "image/jpeg"],
  [/^GIF8[79]a/, "image/gif"],
  [/^RIFF.{4}WEBP/s, "image/webp"],
  [/^.{4}ftypavi[fs]/s, "image/avif"],
];

/** Enough to recognise a picture. */
const BEGINNING = 16;

/** As much as git looks at. */
const MOST_LOOKED_AT = 8000;

/** By its content: a name can claim anything. SVG and HTML are text. */
export function blobType(bytes: Uint8Array): string {
  const beginning = Buffer.from(bytes.subarray(0, BEGINNING)).toString("latin1");
  const picture = PICTURES.find(([pattern]) => pattern.test(beginning));
  if (picture) return picture[1];
  const isText = !bytes.subarray(0, MOST_LOOKED_AT).includes(0);
  return isText ? "text/plain; charset=utf-8" : "application/octet-stream";
}
