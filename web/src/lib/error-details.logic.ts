import { ApiError } from "./api.ts";

/** The error as a sentence for the user. */
export function errorMessage(error: unknown): string {
  if (error instanceof Error && error.message !== "") return sentence(error.message);
  return "Something unexpected happened.";
}

/** What users copy into a report: the cause, the page and the time. */
export function errorDetails(error: unknown, where: string, now: Date): string {
  const lines = [errorMessage(error), `Page: ${where}`, `Time: ${now.toISOString()}`];
  if (error instanceof ApiError) lines.push(`Code: ${error.code} (${error.status})`);
  if (!(error instanceof ApiError) && error instanceof Error && error.stack)
    lines.push(error.stack);
  return lines.join("\n");
}

function sentence(text: string): string {
  const start = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(start) ? start : `${start}.`;
}
