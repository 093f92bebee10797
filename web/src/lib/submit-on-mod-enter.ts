import type { KeyboardEvent } from "react";

/** Through the button, so that a form which cannot be sent now is not sent by a key either. */
export function submitOnModEnter(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return;
  event.preventDefault();
  event.currentTarget.querySelector<HTMLButtonElement>("button[type=submit]")?.click();
}
