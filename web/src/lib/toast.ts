import type { toast as Sonner } from "sonner";

type Toast = Pick<typeof Sonner, "success" | "error" | "info" | "warning" | "dismiss">;

/** What is said before anything can show it waits, in its order. */
const waiting: ((shown: Toast) => void)[] = [];
const listeners = new Set<() => void>();
let shown: Toast | null = null;

/** Tells the person something in passing. What shows it is fetched after the page, or with the first one. */
export const toast = {
  success: (...said: Parameters<Toast["success"]>) => say((to) => to.success(...said)),
  error: (...said: Parameters<Toast["error"]>) => say((to) => to.error(...said)),
  info: (...said: Parameters<Toast["info"]>) => say((to) => to.info(...said)),
  warning: (...said: Parameters<Toast["warning"]>) => say((to) => to.warning(...said)),
  dismiss: (id: string | number) => say((to) => to.dismiss(id)),
};

/** Called once something is there that shows toasts. */
export function showToasts(by: Toast) {
  shown = by;
  for (const tell of waiting.splice(0)) tell(by);
}

/** Told when a toast waits; the answer ends that. */
export function onWaitingToast(listener: () => void): () => void {
  listeners.add(listener);
  if (waiting.length > 0) listener();
  return () => void listeners.delete(listener);
}

function say(tell: (to: Toast) => unknown) {
  if (shown !== null) {
    tell(shown);
    return;
  }
  waiting.push(tell);
  for (const listener of listeners) listener();
}
