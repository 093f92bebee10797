import { existsSync } from "node:fs";
import { join } from "node:path";

/**
 * The built page: next to the program in the executable and the npm package, otherwise in the
 * checkout.
 */
export function findWebRoot(): string {
  const beside = join(import.meta.dir, "web");
  return existsSync(join(beside, "index.html")) ? beside : join(import.meta.dir, "../../web/dist");
}
