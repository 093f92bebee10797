import { ApiError } from "./api.ts";

export type FieldProblem<Field extends string> = { field: Field; message: string };

/**
 * Splits a validation message of the server (`title: must not be empty; retention_days: must be …`)
 * by the fields of a form. Null if a part belongs to none of them: then the whole message must be
 * shown.
 */
export function fieldProblems<Field extends string>(
  error: unknown,
  fields: readonly Field[],
): FieldProblem<Field>[] | null {
  if (!(error instanceof ApiError) || error.code !== "VALIDATION_ERROR") return null;
  const problems = error.message.split("; ").map((part) => problemOf(part, fields));
  return problems.every((problem) => problem !== null) ? problems : null;
}

function problemOf<Field extends string>(
  part: string,
  fields: readonly Field[],
): FieldProblem<Field> | null {
  const field = fields.find((name) => part.startsWith(`${name}: `));
  return field === undefined ? null : { field, message: part.slice(field.length + 2) };
}
