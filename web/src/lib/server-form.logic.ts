/** What the fields of a form hold. */
export type FormFields = Record<string, string | boolean>;

export function isSameForm<Form extends FormFields>(one: Form, other: Form): boolean {
  return Object.keys(one).every((field) => one[field] === other[field]);
}

/** What is shown after saving: what was saved, and what was typed while it was. */
export function withTypedSince<Form extends FormFields>(
  saved: Form,
  sent: Form,
  typed: Form,
): Form {
  const since = Object.entries(typed).filter(([field, value]) => value !== sent[field]);
  return { ...saved, ...Object.fromEntries(since) };
}
