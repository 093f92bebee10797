import type { KeyboardEvent } from "react";

/** Through the button, so that the key cannot submit a form while the button is disabled. */
export function submitOnModEnter(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return;
  event.preventDefault();
  event.currentTarget.querySelector<HTMLButtonElement>("button[type=submit]")?.click();
}
