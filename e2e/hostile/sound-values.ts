import { someId, type Cast, type Kind } from "./cast.ts";
import type { Dice } from "./dice.ts";
import type { JsonSchema } from "./routes.ts";

/** Part of every secret that is ever sent: anywhere else, it means that a secret leaked. */
export const SECRET_MARK = "planted-5ecret-7f3a";

/** A value that a schema allows; its name says what the schema cannot. */
export function soundValue(schema: JsonSchema, name: string, dice: Dice, cast: Cast): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return soundChoice(schema.enum, dice);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return soundValue(dice.pick(choices), name, dice, cast);
  if (schema.allOf) return soundAll(schema.allOf, name, dice, cast);
  const types = typeof schema.type === "string" ? [schema.type] : (schema.type ?? ["null"]);
  switch (dice.pick(types)) {
    case "object":
      return soundObject(schema, dice, cast);
    case "array":
      return Array.from({ length: dice.below(4) }, () =>
        soundValue(schema.items ?? {}, name, dice, cast),
      );
    case "string":
      return soundText(schema, name, dice, cast);
    case "integer":
    case "number":
      return Math.max(schema.minimum ?? schema.exclusiveMinimum ?? 0, 0) + dice.between(1, 40);
    case "boolean":
      return dice.chance(0.5);
    default:
      return null;
  }
}

/** The Demo CLI really runs; the others are not installed here and cost nothing. */
function soundChoice(values: readonly unknown[], dice: Dice): unknown {
  const cheap = values.filter((value) => value !== "demo");
  return dice.pick(cheap.length > 0 && dice.chance(0.98) ? cheap : values);
}

function soundAll(all: readonly JsonSchema[], name: string, dice: Dice, cast: Cast): unknown {
  return Object.assign({}, ...all.map((part) => soundValue(part, name, dice, cast)));
}

function soundObject(schema: JsonSchema, dice: Dice, cast: Cast): Record<string, unknown> {
  const { properties = {}, required = [], additionalProperties, propertyNames } = schema;
  const value: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(properties)) {
    if (!required.includes(name) && dice.chance(0.4)) continue;
    value[name] = soundValue(property, name, dice, cast);
  }
  if (typeof additionalProperties !== "object") return value;
  const names = propertyNames?.enum ?? ["HTTP_PROXY", "ANTHROPIC_API_KEY", "LANG"];
  for (const name of [dice.pick(names), dice.pick(names)]) {
    value[String(name)] = soundValue(additionalProperties, "secret", dice, cast);
  }
  return value;
}

function soundText(schema: JsonSchema, name: string, dice: Dice, cast: Cast): string {
  if (schema.format === "date-time") return new Date(dice.below(2 ** 31) * 1000).toISOString();
  const kind = KIND_OF_FIELD[name];
  if (kind) return someId(cast, kind, dice);
  if (schema.minLength === 21) return dice.letters(21);
  const words = TEXTS[name] ?? TEXTS.other!;
  return words(dice);
}

const KIND_OF_FIELD: Readonly<Record<string, Kind>> = {
  agent_id: "agents",
  agent_ids: "agents",
  task_id: "tasks",
  run_id: "runs",
  runs: "runs",
  before: "tasks",
};

/** Nothing in here leaves the machine: addresses are on loopback, where nobody listens. */
const address = (dice: Dice) => `http://127.0.0.1:${dice.between(1, 9)}/${dice.letters(3)}`;
const secretAddress = (dice: Dice) => `${address(dice)}/${SECRET_MARK}`;
const secret = (dice: Dice) => `${SECRET_MARK}-${dice.letters(6)}`;

const TEXTS: Readonly<Record<string, (dice: Dice) => string>> = {
  other: (dice) => `${dice.letters(5)} ${dice.pick(WORDS)} ${dice.letters(4)}`,
  secret,
  mailgun_api_key: secret,
  webhook_secret: secret,
  ntfy_token: secret,
  webhook_url: secretAddress,
  slack_webhook_url: secretAddress,
  discord_webhook_url: secretAddress,
  ntfy_url: address,
  mailgun_base_url: address,
  mailgun_domain: () => "mg.example.invalid",
  mailgun_from_email: () => "Malamar <malamar@example.invalid>",
  mailgun_to_email: () => "me@example.invalid",
  working_directory_path: (dice) => dice.pick(["/nowhere", "~/nowhere", "/nowhere/é x"]),
  binary_path: (dice) => dice.pick(["/nowhere/claude", "~/nowhere/claude", "nowhere"]),
  token: (dice) => dice.letters(20),
  limit: (dice) => String(dice.between(1, 5)),
  after: (dice) => String(dice.below(5)),
  last: (dice) => String(dice.between(1, 5)),
};

const WORDS = [
  "plan",
  "naïve",
  "日本語",
  "👩‍👩‍👧",
  "<b>bold</b>",
  "a 'quote'",
  'a "quote"',
  "100%",
  "_",
];
