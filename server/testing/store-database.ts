import { existsSync } from "node:fs";
import { VERSION } from "#lib/version.ts";
import { makeLivedInDatabase } from "./lived-in-database.ts";
import { releasedDatabase } from "./released-databases.ts";

/**
 * `npm run store-database`, once for each version: stores a database as this version leaves it on
 * users' disks. Every later version is tested to update it without loss.
 */
const path = releasedDatabase(VERSION);
if (existsSync(path)) {
  console.error(`${path} is there already. It stays: it is what people with ${VERSION} have.`);
  process.exit(1);
}
await makeLivedInDatabase(path);
console.log(`Made ${path}. Commit it with the release.`);
