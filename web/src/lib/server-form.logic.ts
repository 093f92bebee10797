export type FormFields = Record<string, string | boolean>;

export function isSameForm<Form extends FormFields>(one: Form, other: Form): boolean {
  return Object.keys(one).every((field) => one[field] === other[field]);
}

/** The form after saving: the saved values, plus whatever was typed in the meantime. */
export function withTypedSince<Form extends FormFields>(
  saved: Form,
  sent: Form,
  typed: Form,
): Form {
  const since = Object.entries(typed).filter(([field, value]) => value !== sent[field]);
  return { ...saved, ...Object.fromEntries(since) };
}
