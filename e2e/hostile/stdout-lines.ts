import type { Dice } from "./dice.ts";
import { jsonText, rawJson } from "./json.ts";
import { soundValue } from "./sound-values.ts";
import { spoiled } from "./spoil.ts";
import type { Cast } from "./cast.ts";
import type { JsonSchema } from "./routes.ts";

/**
 * Steps of a script in which a CLI prints what it should not, before its answer or instead of it.
 */
export function hostileSteps(cast: Cast, dice: Dice): string[] {
  const lines = Array.from({ length: dice.below(12) }, () => `raw ${printedLine(cast, dice)}`);
  const others = dice.chance(0.4) ? [dice.pick(OTHER_STEPS)] : [];
  return [...lines, ...others];
}

function printedLine(cast: Cast, dice: Dice): string {
  const type = dice.pick(Object.keys(EVENTS));
  const event = { type, ...(soundValue(EVENTS[type] ?? {}, "", dice, cast) as object) };
  const line = dice.weighted<() => string>([
    [3, () => jsonText(event)],
    [5, () => jsonText(spoiled(event, dice).value)],
    [3, () => jsonText({ ...event, ...dice.pick(FIGURES) })],
    [1, () => dice.pick(["", "x", "{", "null", "[]", '"', "\u001b[2J", "x".repeat(200_000)])],
  ])();
  // A step is one line, and never empty.
  return line.replaceAll(/[\n\r]/g, " ").trim() || "-";
}

const text: JsonSchema = { type: "string" };
const count: JsonSchema = { type: "integer" };
const object = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: "object",
  properties,
  required: Object.keys(properties),
});

/** What the Demo CLI may say, and what only Malamar may. */
const EVENTS: Readonly<Record<string, JsonSchema>> = {
  text: object({ text }),
  thinking: object({ text }),
  tool_call: object({ id: text, name: text, input: text }),
  tool_result: object({ id: text, output: text, is_error: { type: "boolean" } }),
  file_change: object({ path: text, kind: { enum: ["add", "update", "delete"] } }),
  usage: object({
    input_tokens: count,
    output_tokens: count,
    cached_tokens: count,
    cost_usd: count,
    is_estimated: { type: "boolean" },
  }),
  started: object({ pid: count, cwd: text }),
  notice: object({ text }),
  finished: object({ status: { enum: ["succeeded", "failed"] }, message: text }),
  result: object({ ok: { type: "boolean" }, session_id: text, message: text }),
};

const FIGURES = [
  { input_tokens: Number.MAX_SAFE_INTEGER, output_tokens: Number.MAX_SAFE_INTEGER },
  { input_tokens: rawJson("1e300"), cost_usd: 0 },
  { cost_usd: rawJson("1e400") },
  { cost_usd: Number.MAX_VALUE },
  { cost_usd: Number.MIN_VALUE },
  { cost_usd: -1, input_tokens: -1 },
  { seq: 0, at: "never" },
  { seq: Number.MAX_SAFE_INTEGER },
  { session_id: "x".repeat(100_000) },
  { session_id: "--dangerous", id: "../../x", path: "../../../etc/passwd" },
];

const OTHER_STEPS = [
  "stderr \u001b[2J\u0000 an odd end",
  "flood 2MB",
  "flood 2MB without newlines",
  "flood stderr 2MB",
  "exit 0",
  "exit 255 gone",
  "kill SIGSEGV",
  "no output",
  "empty output",
  "no terminal",
  "error \u0000\u001b[2J Resets at 9999-99-99T99:99:99Z.",
  "error Usage limit reached. Resets at 0000-01-01T00:00:00Z.",
  "error Usage limit reached. Resets at 9999-12-31T23:59:59.999Z.",
  "quota 9999h",
  "session ../../x",
  "write ../../owned x",
  "fork",
];
