/** Keeps the most recently used values, up to a number of them. */
export function createRecent<Value>(most: number) {
  const kept = new Map<string, Value>();

  return {
    get(name: string, make: () => Value): Value {
      const value = kept.get(name) ?? make();
      // The last entry of the map is the most recent one.
      kept.delete(name);
      kept.set(name, value);
      const [oldest] = kept.keys();
      if (kept.size > most && oldest !== undefined) kept.delete(oldest);
      return value;
    },

    forget: (name: string) => void kept.delete(name),
  };
}
