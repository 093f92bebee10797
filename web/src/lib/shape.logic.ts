/**
 * Whether a value has the shape it should have: what is left in this browser, what other tabs say, what
 * our own server sends. For these few kinds a page need not fetch zod, which only its forms do.
 */
export type Check<Value> = (value: unknown) => value is Value;

/** What a check lets through. */
export type Checked<C> = C extends Check<infer Value> ? Value : never;

type Fields = Readonly<Record<string, Check<unknown>>>;
type Shaped<F extends Fields> = { [Name in keyof F]: Checked<F[Name]> };

/** An object with these fields; it may have others. */
export function shape<F extends Fields>(fields: F): Check<Shaped<F>> {
  return (value): value is Shaped<F> =>
    typeof value === "object" &&
    value !== null &&
    Object.entries(fields).every(([name, check]) => check(Reflect.get(value, name)));
}

export function isText(value: unknown): value is string {
  return typeof value === "string";
}

export function isNumber(value: unknown): value is number {
  return typeof value === "number";
}

export function isFlag(value: unknown): value is boolean {
  return typeof value === "boolean";
}

export function oneOf<const Word extends string>(...words: readonly Word[]): Check<Word> {
  return (value): value is Word => words.some((word) => word === value);
}

export function orNull<Value>(check: Check<Value>): Check<Value | null> {
  return (value): value is Value | null => value === null || check(value);
}

export function listOf<Value>(check: Check<Value>): Check<readonly Value[]> {
  return (value): value is readonly Value[] => Array.isArray(value) && value.every(check);
}

export function anyOf<Checks extends readonly Check<unknown>[]>(
  ...checks: Checks
): Check<Checked<Checks[number]>> {
  return (value): value is Checked<Checks[number]> => checks.some((check) => check(value));
}
