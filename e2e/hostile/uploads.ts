import type { Dice } from "./dice.ts";

interface UploadBody {
  bytes: Buffer;
  boundary: string;
}

/** A part of a form, as it is between two boundaries. */
function part(name: string, content: string | Uint8Array, more = ""): Buffer {
  const head = `Content-Disposition: form-data; name="files"; filename="${name}"\r\n${more}\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(content)]);
}

function joined(
  boundary: string,
  parts: readonly Uint8Array[],
  end = `--${boundary}--\r\n`,
): Buffer {
  const pieces = parts.flatMap((piece) => [Buffer.from(`--${boundary}\r\n`), piece, LINE_END]);
  return Buffer.concat([...pieces, Buffer.from(end)]);
}

const LINE_END = Buffer.from("\r\n");

/** A form as a browser sends it. */
export function uploadBody(dice: Dice): UploadBody {
  const boundary = `----${dice.letters(12)}`;
  const parts = Array.from({ length: dice.between(1, 3) }, () =>
    part(`${dice.letters(3)}.txt`, dice.letters(dice.below(300))),
  );
  return { bytes: joined(boundary, parts), boundary };
}

/** A name that must appear only in the folder of its chat. */
export const UPLOAD_MARK = "malamar-hostile-upload";

/** A form as no browser sends it. */
export function hostileUpload(dice: Dice): UploadBody & { what: string } {
  const boundary = dice.letters(12);
  const { what, make } = dice.weighted(
    UPLOADS.map(([weight, what, make]) => [weight, { what, make }] as const),
  );
  return { what, boundary, bytes: make(boundary, dice) };
}

type Make = (boundary: string, dice: Dice) => Buffer;

const UPLOADS: readonly (readonly [weight: number, what: string, make: Make])[] = [
  [30, "a trick in the name", (boundary, dice) => joined(boundary, [part(trickName(dice), "x")])],
  [4, "no parts", (boundary) => joined(boundary, [])],
  [4, "no end", (boundary) => joined(boundary, [part("a.txt", "x")], "")],
  [4, "a part cut off", (boundary) => joined(boundary, [part("a.txt", "x")]).subarray(0, -20)],
  [4, "a head cut off", (boundary) => joined(boundary, [part("a.txt", "x")]).subarray(0, 40)],
  [4, "another boundary", () => joined("other", [part("a.txt", "x")])],
  [4, "nothing at all", () => Buffer.alloc(0)],
  [2, "a boundary without end", (boundary) => Buffer.from(`--${boundary}`.repeat(5000))],
  [2, "thousands of empty parts", (boundary) => Buffer.from(`--${boundary}\r\n\r\n`.repeat(3000))],
  [1, "hundreds of files", (boundary) => joined(boundary, manyFiles(200))],
  [2, "thousands of fields", (boundary) => joined(boundary, manyFields(3000))],
  [
    2,
    "a huge header",
    (boundary) => joined(boundary, [part("a.txt", "x", `X: ${"y".repeat(40_000)}\r\n`)]),
  ],
  [
    2,
    "much before the first part",
    (boundary) => Buffer.concat([Buffer.alloc(1_200_000, 97), joined(boundary, [])]),
  ],
  [
    2,
    "much behind the last part",
    (boundary) =>
      Buffer.concat([joined(boundary, [part("a.txt", "x")]), Buffer.alloc(1_200_000, 97)]),
  ],
  [
    2,
    "bare line feeds",
    (boundary) =>
      Buffer.from(
        joined(boundary, [part("a.txt", "x")])
          .toString()
          .replaceAll("\r\n", "\n"),
      ),
  ],
  [
    2,
    "a boundary in the middle",
    (boundary) => joined(boundary, [part("a.txt", `x\r\n--${boundary}y`)]),
  ],
  [
    2,
    "a form in a form",
    (boundary) => joined(boundary, [part("a.txt", joined(boundary, [part("b.txt", "y")]))]),
  ],
  [
    2,
    "a packed part",
    (boundary) => joined(boundary, [part("a.txt", "x", "Content-Transfer-Encoding: base64\r\n")]),
  ],
  [2, "random bytes", (boundary, dice) => joined(boundary, [part("a.bin", randomBytes(dice))])],
  [2, "a part without headers", (boundary) => joined(boundary, [Buffer.from("\r\nx")])],
  [2, "an extended name", (boundary, dice) => joined(boundary, [extendedName(dice)])],
];

function manyFiles(count: number): Buffer[] {
  return Array.from({ length: count }, (_, at) => part(`${at % 20}.txt`, "x"));
}

function manyFields(count: number): Buffer[] {
  const field = Buffer.from('Content-Disposition: form-data; name="a"\r\n\r\nx');
  return Array.from({ length: count }, () => field);
}

function randomBytes(dice: Dice): Buffer {
  return Buffer.from(Array.from({ length: 500 }, () => dice.below(256)));
}

function extendedName(dice: Dice): Buffer {
  const charset = dice.pick(["UTF-8", "iso-8859-1", "utf-7", "__proto__", ""]);
  const name = encodeURIComponent(trickName(dice).toWellFormed());
  const value = dice.pick([name, `${name}%`, `${name}%zz`, "%00", "%2e%2e", "%ff%fe"]);
  return Buffer.from(`Content-Disposition: form-data; filename*=${charset}''${value}\r\n\r\nx`);
}

function trickName(dice: Dice): string {
  return dice.pick(TRICK_NAMES);
}

const TRICK_NAMES = [
  "",
  " ",
  ".",
  "..",
  "...",
  "/",
  "\\",
  "../",
  "..\\",
  "./.",
  "-",
  "--help",
  "~",
  "~/",
  "CON",
  "nul.txt",
  `../../${UPLOAD_MARK}`,
  `../../../../../../tmp/${UPLOAD_MARK}`,
  `/tmp/${UPLOAD_MARK}`,
  `..\\..\\${UPLOAD_MARK}`,
  `..%2f..%2f${UPLOAD_MARK}`,
  `%2e%2e/${UPLOAD_MARK}`,
  `..%5c${UPLOAD_MARK}`,
  `....//....//${UPLOAD_MARK}`,
  `~/${UPLOAD_MARK}`,
  `file:///tmp/${UPLOAD_MARK}`,
  `a/../../../${UPLOAD_MARK}`,
  `${UPLOAD_MARK}\0.png`,
  `..\0/${UPLOAD_MARK}`,
  `%00../${UPLOAD_MARK}`,
  "a\u202etxt.exe",
  "\u2024\u2024/x",
  "\uff0e\uff0e\uff0fx",
  "é".repeat(300),
  "x".repeat(300),
  "x".repeat(5000),
  "👩‍👩‍👧".repeat(40),
  "\ud800",
  'a"; filename="b',
  "a%22%0d%0aX: 1",
  "a\rb",
  "a\nb",
  ".bashrc",
  ".ssh/authorized_keys",
  "malamar.db",
  "token",
  "<img src=x onerror=alert(1)>",
  "$(touch owned)",
];
