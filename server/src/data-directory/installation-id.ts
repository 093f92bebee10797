import { createHash } from "node:crypto";
import { realpathSync } from "node:fs";

/**
 * Identifies one installation among several on a machine, for its processes and cookies. It is
 * derived from the location of the data, so a copy of the data directory is another installation.
 * It is not a secret: the key proves where a backup comes from (installation-key.ts).
 */
export function installationId(dataDir: string): string {
  return createHash("sha256").update(realpathSync(dataDir)).digest("hex").slice(0, 16);
}
