import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/** Every file below a directory with what it contains and whether it may be run. */
export function digestsIn(
  directory: string,
  isWanted: (path: string) => boolean = () => true,
): Record<string, string> {
  const found: Record<string, string> = {};
  const look = (below: string): void => {
    for (const name of readdirSync(join(directory, below)).toSorted()) {
      const path = below === "" ? name : `${below}/${name}`;
      if (!isWanted(path)) continue;
      const full = join(directory, path);
      const stats = lstatSync(full);
      if (stats.isDirectory()) look(path);
      else if (stats.isSymbolicLink()) found[path] = `-> ${readlinkSync(full)}`;
      else found[path] = `${(stats.mode & 0o777).toString(8)} ${digestOf(full)}`;
    }
  };
  look("");
  return found;
}

function digestOf(path: string): string {
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}
