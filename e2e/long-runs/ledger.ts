export type Value = string | number | null;

/** undefined: nothing in particular. */
type Fields = Readonly<Record<string, Value | undefined>>;

/** What is really there: each thing by its key. */
export type Found = ReadonlyMap<string, Readonly<Record<string, Value>>>;

interface Change {
  isThere?: boolean;
  fields?: Fields;
}

interface Entry {
  parent: string | null;
  /** Both, as long as nobody knows whether it was deleted. */
  isThere: ReadonlySet<boolean>;
  /** The allowed values of each field; a field that is not here may have any. */
  fields: Map<string, ReadonlySet<Value>>;
}

/**
 * What the server has acknowledged. An acknowledged write must be there; of one that was cut off,
 * nobody knows, and both states are right.
 */
export function createLedger() {
  const entries = new Map<string, Entry>();

  function isCertain(key: string | null, isThere: boolean): boolean {
    const entry = key === null ? undefined : entries.get(key);
    if (!entry) return isThere;
    const own = entry.isThere.size === 1 && entry.isThere.has(isThere);
    const above = isCertain(entry.parent, isThere);
    // It is there if everything above it is, and gone if any of that is.
    return isThere ? own && above : own || (entry.parent !== null && above);
  }

  return {
    /** The server has made it. */
    made(key: string, parent: string | null, fields: Fields = {}): void {
      const entry: Entry = { parent, isThere: new Set([true]), fields: new Map() };
      for (const [name, value] of Object.entries(fields)) {
        if (value !== undefined) entry.fields.set(name, new Set([value]));
      }
      entries.set(key, entry);
    },

    /**
     * A change was requested. Until the server answers, and if it never does, both states are
     * right.
     */
    asked(key: string, change: Change) {
      const entry = entries.get(key);
      if (!entry) throw new Error(`${key} is not in the ledger`);
      const before: Entry = { ...entry, fields: new Map(entry.fields) };
      if (change.isThere !== undefined) {
        entry.isThere = new Set([...entry.isThere, change.isThere]);
      }
      for (const [name, value] of Object.entries(change.fields ?? {})) {
        const known = entry.fields.get(name);
        if (value === undefined) entry.fields.delete(name);
        else if (known) entry.fields.set(name, new Set([...known, value]));
      }
      return {
        acknowledged(): void {
          if (change.isThere !== undefined) entry.isThere = new Set([change.isThere]);
          for (const [name, value] of Object.entries(change.fields ?? {})) {
            if (value !== undefined) entry.fields.set(name, new Set([value]));
          }
        },
        refused(): void {
          Object.assign(entry, before);
        },
      };
    },

    knows: (key: string) => entries.has(key),

    /** The one value it must have; undefined when that is not certain. */
    valueOf(key: string, field: string): Value | undefined {
      const values = [...(entries.get(key)?.fields.get(field) ?? [])];
      return values.length === 1 ? values[0] : undefined;
    },

    /** What is certain to be there, of a kind, under a parent. */
    keysOf(kind: string, parent: string | null = null): string[] {
      return [...entries]
        .filter(([key, entry]) => key.startsWith(`${kind}:`) && entry.parent === parent)
        .map(([key]) => key)
        .filter((key) => isCertain(key, true));
    },

    /** How the actual state differs from what was acknowledged, in sentences. */
    contradictions(found: Found): string[] {
      return [...entries].flatMap(([key, entry]) => {
        const actual = found.get(key);
        if (!actual) return isCertain(key, true) ? [`${key} was acknowledged and is lost`] : [];
        if (isCertain(key, false)) return [`${key} was deleted and is still there`];
        return [...entry.fields].flatMap(([name, values]) => {
          const value = actual[name] ?? null;
          if (values.has(value)) return [];
          return [
            `${name} of ${key} is ${show(value)} and not ${[...values].map(show).join(" or ")}`,
          ];
        });
      });
    },

    /** Nothing is pending anymore: what was uncertain is as it was found. */
    settle(found: Found): void {
      for (const [key, entry] of entries) {
        const actual = found.get(key);
        if (!actual) {
          entries.delete(key);
          continue;
        }
        entry.isThere = new Set([true]);
        for (const [name, values] of entry.fields) {
          if (values.size > 1) entry.fields.set(name, new Set([actual[name] ?? null]));
        }
      }
    },
  };
}

export type Ledger = ReturnType<typeof createLedger>;

const LONGEST_SHOWN = 80;

function show(value: Value): string {
  return JSON.stringify(value).slice(0, LONGEST_SHOWN);
}
