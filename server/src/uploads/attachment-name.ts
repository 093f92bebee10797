/**
 * A name that is safe to write, or what is wrong with the one that was sent, as the end of a
 * sentence.
 */
export type AttachmentName = { name: string } | { problem: string };

/** What an upload is called until it is complete. */
export const UNFINISHED_PREFIX = ".malamar_upload_";

/** The limit of file systems, in bytes. */
const LONGEST_NAME = 255;
/** Longer than any extension that matters to a program. */
const LONGEST_EXTENSION = 32;

/**
 * Makes the base name of a file from whatever a client calls it. The folder knows no paths, so both
 * kinds of slashes end one. Invisible characters are left out, and what only looks like a slash
 * becomes a line: people and agents read the path in the chat, and it must be the path that it
 * seems to be. Names that only Windows reserves, and a leading dot or dash, are ordinary: Malamar
 * does not run there, and an agent gets the whole path.
 */
export function attachmentName(sent: string): AttachmentName {
  const base = sent
    .split(/[/\\]/)
    .at(-1)!
    .replace(/^[a-z]:/i, "")
    .toWellFormed()
    .replaceAll(INVISIBLE, "")
    .normalize("NFC")
    .replaceAll(LIKE_A_SLASH, "_")
    .replace(/^\p{M}+/u, "")
    .trim();
  if (base === "") return { problem: "has no name" };
  if (/^[.\s]+$/.test(base.normalize("NFKC"))) return { problem: "has a name of dots only" };
  if (base.startsWith(UNFINISHED_PREFIX)) {
    return { problem: `has a name that starts with ${UNFINISHED_PREFIX}, which is reserved` };
  }
  return { name: shortened(base) };
}

/** Control characters, overrides of the direction of writing, zero-width characters, tags, fillers. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Fraction, division, big and full-width slashes, and their mirror images. */
const LIKE_A_SLASH = /[\u2044\u2215\u2216\u2571\u2572\u29f5\u29f8\u29f9\ufe68\uff0f\uff3c]/gu;

/**
 * Cut before the extension, with a mark derived from the whole, so that long names stay different
 * names.
 */
function shortened(name: string): string {
  if (Buffer.byteLength(name) <= LONGEST_NAME) return name;
  const dot = name.lastIndexOf(".");
  const last = name.slice(dot);
  const hasExtension = dot > 0 && Buffer.byteLength(last) <= LONGEST_EXTENSION;
  const extension = hasExtension ? last : "";
  const end = `~${Bun.hash(name).toString(16).padStart(16, "0").slice(0, 8)}${extension}`;
  return cut(name, LONGEST_NAME - Buffer.byteLength(end)) + end;
}

/** As many whole characters, as people see them, as fit into this many bytes. */
function cut(text: string, bytes: number): string {
  let length = 0;
  let left = bytes;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    left -= Buffer.byteLength(segment);
    if (left < 0) break;
    length += segment.length;
  }
  return text.slice(0, length);
}
