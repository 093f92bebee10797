/** "a, b", or "t.a, t.b" for the table that the statement calls t. */
export function columnList(columns: readonly string[], table?: string): string {
  return columns.map((name) => (table === undefined ? name : `${table}.${name}`)).join(", ");
}

/** Each column is bound by its name. */
export function insertInto(table: string, columns: readonly string[]): string {
  const values = columns.map((name) => `$${name}`).join(", ");
  return `INSERT INTO ${table} (${columnList(columns)}) VALUES (${values})`;
}

/** The same for the row with that id. */
export function updateOf(table: string, columns: readonly string[]): string {
  const changes = columns.map((name) => `${name} = $${name}`).join(", ");
  return `UPDATE ${table} SET ${changes} WHERE id = $id`;
}
