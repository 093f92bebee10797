import { createHash } from "node:crypto";
import { realpathSync } from "node:fs";

/**
 * Names one installation among several on a machine. It comes from the place of the data, so that a
 * copy of the data directory is another installation.
 */
export function installationId(dataDir: string): string {
  return createHash("sha256").update(realpathSync(dataDir)).digest("hex").slice(0, 16);
}
