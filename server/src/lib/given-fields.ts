type Given<Input> = { [Field in keyof Input]: Exclude<Input[Field], undefined> };

/**
 * The fields of a partial input that were actually given: an absent one must not overwrite
 * anything.
 */
export function givenFields<Input extends object>(input: Input): Given<Input> {
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  // fromEntries forgets the field names.
  return Object.fromEntries(given) as Given<Input>;
}
