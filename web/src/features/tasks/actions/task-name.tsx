import { shortened } from "#lib/short-text.logic.ts";

/** Two lines hold no more. */
const MAX_SHOWN = 200;

/** Which task a question is about. */
export function TaskName({ summary }: { summary: string }) {
  return (
    <p dir="auto" className="line-clamp-2 font-medium text-foreground">
      {shortened(summary, MAX_SHOWN)}
    </p>
  );
}
