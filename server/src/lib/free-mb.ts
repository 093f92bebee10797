import { statfsSync } from "node:fs";

const MB = 1024 * 1024;

/** The free space of this directory's disk. Throws where it is unknown. */
export function freeMbAt(directory: string): number {
  const { bavail, bsize } = statfsSync(directory);
  return Math.floor((bavail * bsize) / MB);
}
