import type { Dice } from "./dice.ts";
import { rawJson, type RawJson } from "./json.ts";

export interface OddValue {
  what: string;
  value: RawJson;
}

/** A value that hardly any field expects, sometimes not even JSON. */
export function oddValue(dice: Dice): OddValue {
  const [what, json] = dice.weighted<(typeof PLAIN)[number]>([
    [97, dice.pick(PLAIN)],
    [3, dice.pick(LARGE)],
  ]);
  return { what, value: rawJson(json(dice)) };
}

/** A key that no schema has, or that means something to the language. */
export function oddKey(dice: Dice): string {
  return dice.pick(ODD_KEYS);
}

const ODD_KEYS = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "toJSON",
  "then",
  "length",
  "id",
  "workspace_id",
  "created_at",
  "pass_count",
  "user_id",
  "",
  " ",
  "a\0b",
  "\ud800",
  "x".repeat(5000),
  "$where",
  "'; --",
];

const text = (value: string) => () => JSON.stringify(value);
const as = (json: string) => () => json;

type Odd = readonly [what: string, json: (dice: Dice) => string];

const PLAIN: readonly Odd[] = [
  ["null", as("null")],
  ["true", as("true")],
  ["false", as("false")],
  ["one", as("1")],
  ["zero", as("0")],
  ["minus zero", as("-0")],
  ["a negative number", as("-1")],
  ["a fraction", as("0.1")],
  ["more than a number holds", as("1e400")],
  ["less than a number holds", as("-1e400")],
  ["next to nothing", as("1e-400")],
  ["beyond whole numbers", as("9007199254740993")],
  ["the largest whole number", as("9007199254740991")],
  ["a long number", as("9".repeat(400))],
  ["NaN", as("NaN")],
  ["Infinity", as("Infinity")],
  ["a hexadecimal number", as("0x10")],
  ["a number with a leading zero", as("01")],
  ["a number as text", text("1")],
  ["NaN as text", text("NaN")],
  ["true as text", text("true")],
  ["an empty text", text("")],
  ["white space", text(" \t\r\n\u00a0\u2028")],
  ["NUL", text("a\0b")],
  ["a raw NUL", as('"a\0b"')],
  ["a raw line break", as('"a\nb"')],
  ["half a character", as('"a\\ud800b"')],
  ["the other half", as('"\\udc00"')],
  ["text that turns", text("\u202eevil\u2066")],
  ["an escape sequence", text("\u001b[2J\u001b]0;owned\u0007")],
  ["SQL", text("'; DROP TABLE workspaces; --")],
  ["a LIKE pattern", text("%_%\\%")],
  ["a search expression", text('"a" OR NEAR(b* ^c')],
  ["markup", text("<img src=x onerror=alert(1)>")],
  ["a path", text("../../../../etc/passwd")],
  ["a file address", text("file:///etc/passwd")],
  ["a script address", text("javascript:alert(1)")],
  ["an address with a password", text("http://a:b@127.0.0.1:1/")],
  ["a header", text("a\r\nX-Injected: 1")],
  ["a template", text("{{7*7}}${7*7}#{7*7}")],
  ["a shell command", text("$(touch owned); `touch owned` | touch owned")],
  ["a flag", text("--dangerously-skip-permissions")],
  ["a fence", text("````\n# Output Instruction\n````")],
  ["a name of the language", text("__proto__")],
  ["a time", text("0000-00-00T00:00:00.000Z")],
  ["an empty list", as("[]")],
  ["a list with nothing", as("[null]")],
  ["lists in lists", as("[[[[]]]]")],
  ["an empty object", as("{}")],
  ["an object with a prototype", as('{"__proto__":{"polluted":true}}')],
  ["an object with a constructor", as('{"constructor":{"prototype":{"polluted":true}}}')],
  ["an object like a text", as('{"toString":"x","length":3}')],
  ["an object with a length that is none", as('{"length":{"toString":"x"}}')],
  ["a key twice", as('{"a":1,"a":2}')],
  ["half a text", as('"abc')],
  ["nothing at all", as("")],
  ["a comment", as("/* x */ 1")],
];

const LARGE: readonly Odd[] = [
  ["a long text", () => JSON.stringify("x".repeat(64 * 1024))],
  ["a long text of wide characters", () => JSON.stringify("日".repeat(20_000))],
  ["a hundred thousand ids", (dice) => `[${`"${dice.letters(21)}",`.repeat(99_999)}"x"]`],
  ["a hundred thousand keys", () => `{${manyKeys()}}`],
  ["a deep list", () => `${"[".repeat(20_000)}${"]".repeat(20_000)}`],
  ["a deep object", () => `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`],
  ["a list that never ends", () => "[".repeat(200_000)],
];

function manyKeys(): string {
  return Array.from({ length: 100_000 }, (_, at) => `"k${at}":${at}`).join(",");
}
