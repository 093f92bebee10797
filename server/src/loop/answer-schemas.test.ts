import { describe, expect, test } from "bun:test";
import { z } from "zod";
import { actionsOf } from "#actions/registry.ts";
import { claude } from "#engines/cli/clis/claude.ts";
import { cliRun } from "#testing/cli-run.ts";
import { TASK_ANSWER } from "./answer-form.ts";
import { AGENT_ANSWER, MALAMAR_ANSWER } from "./chat-answer-form.ts";

/**
 * The common subset of OpenAI (strict, as Codex CLI requests it), Anthropic and the validator
 * inside Claude Code. No `$schema`: Claude Code refuses to start with the name of any draft but its
 * own.
 */
const Schema = z.strictObject({
  type: z
    .union([
      z.enum(["object", "array", "string", "number", "integer", "boolean", "null"]),
      z.tuple([z.enum(["string", "number", "integer", "boolean"]), z.literal("null")]),
    ])
    .optional(),
  get properties() {
    return z.record(z.string(), Schema).optional();
  },
  required: z.array(z.string()).optional(),
  additionalProperties: z.literal(false).optional(),
  get items() {
    return Schema.optional();
  },
  get anyOf() {
    return z.array(Schema).min(2).optional();
  },
  enum: z.array(z.string()).optional(),
  const: z.string().optional(),
});
type Schema = z.infer<typeof Schema>;

/** OpenAI's older and smaller limits, which other services with its protocol still have. */
const MOST_PROPERTIES = 100;
const MOST_LEVELS = 5;
/** Linux allows 128 KiB for one argument; the rest of a command line needs room as well. */
const MOST_CHARACTERS = 16 * 1024;

describe.each([
  ["a task", TASK_ANSWER],
  ["a chat with an agent", AGENT_ANSWER],
  ["a chat with the Malamar agent", MALAMAR_ANSWER],
])("the schema of an answer in %s", (_where, { jsonSchema }) => {
  const schema = Schema.parse(jsonSchema);
  const all = [...partsOf(schema)];
  const objects = all.flatMap(({ part: { type, properties, ...rest } }) =>
    type === "object" ? { names: Object.keys(properties ?? {}), properties, ...rest } : [],
  );

  test("is an object as a whole, not a choice", () => {
    expect(schema.type).toBe("object");
    expect(schema.anyOf).toBeUndefined();
  });

  test("names every property as required, and allows no other", () => {
    for (const { names, required, additionalProperties } of objects) {
      expect(names.length).toBeGreaterThan(0);
      expect(required).toEqual(names);
      expect(additionalProperties).toBe(false);
    }
  });

  test("states the type of every part", () => {
    for (const { part } of all) expect(part.type ?? part.anyOf).toBeDefined();
    for (const { part } of all) if (part.type === "array") expect(part.items).toBeDefined();
  });

  test("tells alternative objects apart by their first property", () => {
    for (const { part } of all) {
      const choices = (part.anyOf ?? []).filter(({ type }) => type === "object");
      const names = choices.map(({ properties = {} }) => Object.values(properties)[0]?.const);
      expect(names).not.toContain(undefined);
      expect(new Set(names).size).toBe(choices.length);
    }
  });

  test("stays within the limits of size and depth", () => {
    const count = objects.reduce((sum, { names }) => sum + names.length, 0);
    expect(count).toBeLessThan(MOST_PROPERTIES);
    expect(Math.max(...all.map(({ level }) => level))).toBeLessThanOrEqual(MOST_LEVELS);
  });

  test("fits into one argument of a command line, many times over", () => {
    const argument = claude.arguments(cliRun({ answerSchema: jsonSchema })).at(-1) ?? "";
    expect(argument).toStartWith("--json-schema={");
    expect(argument.length).toBeLessThan(MOST_CHARACTERS);
  });
});

test.each([
  ["every agent", AGENT_ANSWER, false],
  ["the Malamar agent", MALAMAR_ANSWER, true],
] as const)("the schema for %s has the actions it may ask for", (_who, form, isMalamarAgent) => {
  const parts = [...partsOf(Schema.parse(form.jsonSchema))];
  const types = parts.flatMap(({ part }) => part.properties?.["type"]?.const ?? []);
  expect(types).toEqual(actionsOf(isMalamarAgent).map(({ type }) => type));
});

/** Every part of a schema, with the number of objects and lists around it. */
function* partsOf(part: Schema, level = 1): Generator<{ part: Schema; level: number }> {
  yield { part, level };
  const within = [...Object.values(part.properties ?? {}), ...(part.items ? [part.items] : [])];
  for (const one of within) yield* partsOf(one, level + 1);
  for (const one of part.anyOf ?? []) yield* partsOf(one, level);
}
