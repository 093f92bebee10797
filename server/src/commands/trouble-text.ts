import type { DatabaseTrouble } from "@malamar/contract/database.ts";

/** What became of the database of a running server, as the end of a sentence. */
export function troubleText(trouble: DatabaseTrouble): string {
  const what = trouble === "damaged" ? "damaged or overwritten" : trouble;
  return `was ${what} while the server was running`;
}
