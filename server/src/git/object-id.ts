/** A full object id: never something that git could read as a revision or an option. */
export function requireId(id: string): string {
  if (/^[0-9a-f]{40}([0-9a-f]{24})?$/.test(id)) return id;
  throw new Error(`Not the id of an object: ${id}`);
}

/** Git's id for nothing. */
export function isNoId(id: string): boolean {
  return /^0+$/.test(id);
}
