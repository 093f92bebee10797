import type { Dice } from "./dice.ts";
import { rawJson, jsonText } from "./json.ts";
import { oddKey, oddValue } from "./odd-values.ts";

export interface Spoiled {
  value: unknown;
  /** Where, and what is wrong there. */
  what: string;
}

type Path = readonly (string | number)[];

/** The same value, wrong at exactly one point. */
export function spoiled(value: unknown, dice: Dice): Spoiled {
  const path = dice.pick(pathsIn(value));
  const { what, change } = damage(dice);
  const at = path.length === 0 ? "the body" : path.join(".");
  return { value: changedAt(value, path, change), what: `${at}: ${what}` };
}

/** Every place in a value, the whole of it first. */
export function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [path];
  const inner = Object.entries(value).flatMap(([name, field]) =>
    pathsIn(field, [...path, Array.isArray(value) ? Number(name) : name]),
  );
  return [path, ...inner];
}

/** undefined removes it. */
type Change = (value: unknown) => unknown;

function damage(dice: Dice): { what: string; change: Change } {
  const odd = oddValue(dice);
  const key = oddKey(dice);
  return dice.weighted<{ what: string; change: Change }>([
    [10, { what: odd.what, change: () => odd.value }],
    [2, { what: "missing", change: () => undefined }],
    [2, { what: `with the key ${key.slice(0, 20)}`, change: withKey(key, odd.value) }],
    [1, { what: "every key twice", change: twice }],
    [1, { what: "in a list", change: (value) => [value] }],
    [1, { what: "as text", change: (value) => jsonText(value) }],
  ]);
}

function withKey(key: string, added: unknown): Change {
  return (value) => {
    if (!isObject(value)) return { [key]: added };
    const fields = jsonText(value).slice(1, -1);
    // Written, not set: __proto__ is a special key to the language.
    const more = `${JSON.stringify(key)}:${jsonText(added)}`;
    return rawJson(`{${fields === "" ? more : `${fields},${more}`}}`);
  };
}

function twice(value: unknown): unknown {
  if (!isObject(value) || Object.keys(value).length === 0) return [value, value];
  const fields = jsonText(value).slice(1, -1);
  return rawJson(`{${fields},${fields}}`);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function changedAt(value: unknown, path: Path, change: Change): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return change(value);
  if (Array.isArray(value)) {
    return value.map((item: unknown, at) => (at === step ? changedAt(item, rest, change) : item));
  }
  return Object.fromEntries(
    Object.entries(value as object).map(([name, field]) => [
      name,
      name === step ? changedAt(field, rest, change) : field,
    ]),
  );
}
