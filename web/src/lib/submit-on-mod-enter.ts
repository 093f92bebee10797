import type { KeyboardEvent } from "react";

/** Through the button, so that the key cannot submit a form while the button is disabled. */
export function submitOnModEnter(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return;
  // A dialog over the form has a button of its own.
  if (!(event.target instanceof Node && event.currentTarget.contains(event.target))) return;
  event.preventDefault();
  event.currentTarget.querySelector<HTMLButtonElement>("button[type=submit]")?.click();
}
