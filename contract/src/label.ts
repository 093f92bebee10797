import { z } from "zod";
import { foldedLabel } from "./plain/label.ts";
import { measured, Name } from "./text.ts";

const MOST_LABELS = 10;
const LONGEST_LABEL = 40;

export const Label = Name.max(
  LONGEST_LABEL,
  measured(`must be at most ${LONGEST_LABEL} characters`),
);

/** The whole list. Repeats are left out, whatever their case. */
export const Labels = z
  .array(Label, "must be a list of texts")
  .overwrite(withoutRepeated)
  .max(MOST_LABELS, measured(`must be at most ${MOST_LABELS} labels`));

function withoutRepeated(labels: readonly string[]): string[] {
  const folded = labels.map(foldedLabel);
  return labels.filter((_, at) => folded.indexOf(folded[at]!) === at);
}
