import { copyFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

const FOLDER = join(import.meta.dir, "../tests/fixtures/databases");

/** Where this version's stored database is, as users have it on disk. */
export function releasedDatabase(version: string): string {
  return join(FOLDER, `${version}.db`);
}

/** All that were stored. */
export function releasedVersions(): string[] {
  return readdirSync(FOLDER).map((name) => name.replace(/\.db$/, ""));
}

/** A copy, to be updated. */
export function copyOfReleased(version: string, folder: string): string {
  const path = join(folder, "malamar.db");
  copyFileSync(releasedDatabase(version), path);
  return path;
}
