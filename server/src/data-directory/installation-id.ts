import { createHash } from "node:crypto";
import { realpathSync } from "node:fs";

/**
 * Names one installation among several on a machine, for its processes and cookies. It comes from the
 * place of the data, so that a copy of the data directory is another installation. It is no secret:
 * where a backup comes from is told by the key (installation-key.ts).
 */
export function installationId(dataDir: string): string {
  return createHash("sha256").update(realpathSync(dataDir)).digest("hex").slice(0, 16);
}
