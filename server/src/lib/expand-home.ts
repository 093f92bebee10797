import { homedir } from "node:os";

/** "~" and "~/project" as people write them, with their home directory expanded. */
export function expandHome(path: string): string {
  return path.replace(/^~(?=\/|$)/, homedir());
}
