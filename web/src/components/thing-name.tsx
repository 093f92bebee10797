import { shortened } from "#lib/short-text.logic.ts";

/** Two lines fit no more than this. */
const MAX_SHOWN = 200;

/** The name of the thing that a question is about. */
export function ThingName({ name }: { name: string }) {
  return (
    <p dir="auto" className="line-clamp-2 font-medium text-foreground">
      {shortened(name, MAX_SHOWN)}
    </p>
  );
}
