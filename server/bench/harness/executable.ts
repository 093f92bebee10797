import { join } from "node:path";
import { timeToFirst200 } from "./start-time.ts";

/** `npm run bench` builds it first, so that no old one is measured. */
export const executable = join(import.meta.dir, "../../../dist/malamar");

export function timeToStart(dataDir: string): Promise<number> {
  return timeToFirst200((port) => [executable, "--port", `${port}`, "--data-dir", dataDir]);
}
