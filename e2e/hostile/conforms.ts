import type { JsonSchema } from "./routes.ts";

/** The first place where a value does not match its schema; null when there is none. */
export function mismatch(schema: JsonSchema, value: unknown, at = "it"): string | null {
  if (schema.const !== undefined) return value === schema.const ? null : `${at} is not constant`;
  if (schema.enum) return schema.enum.includes(value) ? null : `${at} is not one of the choices`;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) {
    const isOne = choices.some((choice) => mismatch(choice, value, at) === null);
    return isOne ? null : `${at} fits none of the choices`;
  }
  for (const part of schema.allOf ?? []) {
    const found = mismatch(part, value, at);
    if (found) return found;
  }
  const types = typeof schema.type === "string" ? [schema.type] : schema.type;
  if (types && !types.some((type) => isOf(type, value)))
    return `${at} is not of type ${types.join(" or ")}`;
  if (Array.isArray(value)) return mismatchInList(schema, value, at);
  if (typeof value === "object" && value !== null) return mismatchInObject(schema, value, at);
  if (typeof value === "number" && value < (schema.minimum ?? value)) return `${at} is too small`;
  if (typeof value === "string" && value.length < (schema.minLength ?? 0))
    return `${at} is too short`;
  return null;
}

function isOf(type: string, value: unknown): boolean {
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  if (type === "integer") return Number.isSafeInteger(value);
  if (type === "object")
    return typeof value === "object" && value !== null && !Array.isArray(value);
  return typeof value === type;
}

function mismatchInList(
  { items }: JsonSchema,
  list: readonly unknown[],
  at: string,
): string | null {
  if (!items) return null;
  for (const [index, item] of list.entries()) {
    const found = mismatch(items, item, `${at}.${index}`);
    if (found) return found;
  }
  return null;
}

function mismatchInObject(schema: JsonSchema, value: object, at: string): string | null {
  const { properties = {}, required = [], additionalProperties: others } = schema;
  const missing = required.find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) return `${at}.${missing} is missing`;
  for (const [name, field] of Object.entries(value)) {
    const known = Object.hasOwn(properties, name) ? properties[name] : others;
    if (known === false) return `${at}.${name} is not in the document`;
    const found = typeof known === "object" ? mismatch(known, field, `${at}.${name}`) : null;
    if (found) return found;
  }
  return null;
}
