/** A full id of an object, and nothing that git could read as a revision or an option. */
export function isObjectId(id: string): boolean {
  return /^[0-9a-f]{40}([0-9a-f]{24})?$/.test(id);
}

export function requireId(id: string): string {
  if (isObjectId(id)) return id;
  throw new Error(`Not the id of an object: ${id}`);
}

/** Git's id for nothing. */
export function isNoId(id: string): boolean {
  return /^0+$/.test(id);
}
