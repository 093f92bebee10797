/** Keeps what was asked for last, up to a number of things. */
export function createRecent<Value>(most: number) {
  const kept = new Map<string, Value>();

  return {
    get(name: string, make: () => Value): Value {
      const value = kept.get(name) ?? make();
      // The last one of the map is the newest.
      kept.delete(name);
      kept.set(name, value);
      const [oldest] = kept.keys();
      if (kept.size > most && oldest !== undefined) kept.delete(oldest);
      return value;
    },

    forget: (name: string) => void kept.delete(name),
  };
}
