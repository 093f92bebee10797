import { useSyncExternalStore } from "react";
import type { Layout } from "#components/diff/rows.logic.ts";
import { attempt } from "#lib/attempt.ts";
import { isFlag, isNumber, oneOf, shape, type Checked } from "#lib/shape.logic.ts";

const isViewOptions = shape({
  layout: oneOf("unified", "split"),
  isWrapped: isFlag,
  ignoresSpace: isFlag,
  context: isNumber,
});
export type ViewOptions = Checked<typeof isViewOptions> & { layout: Layout };

const AT_FIRST: ViewOptions = {
  layout: "unified",
  isWrapped: true,
  ignoresSpace: false,
  context: 3,
};

/** Lines around each change to choose from. */
export const CONTEXTS = [3, 10, 25] as const;

const KEY = "changes-view";
const listeners = new Set<() => void>();
let options: ViewOptions | null = null;

/** How diffs are shown, stored in this browser. */
export function useViewOptions(): [ViewOptions, (change: Partial<ViewOptions>) => void] {
  return [useSyncExternalStore(subscribe, current), change];
}

function current(): ViewOptions {
  options ??= stored();
  return options;
}

function stored(): ViewOptions {
  const text = attempt(() => localStorage.getItem(KEY));
  const found: unknown = text === null ? null : attempt(() => JSON.parse(text));
  return isViewOptions(found) ? found : AT_FIRST;
}

function change(part: Partial<ViewOptions>) {
  options = { ...current(), ...part };
  attempt(() => localStorage.setItem(KEY, JSON.stringify(options)));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
