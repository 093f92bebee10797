import { statfsSync } from "node:fs";

const MB = 1024 * 1024;

/** What is free where this directory is. Throws where that cannot be asked. */
export function freeMbAt(directory: string): number {
  const { bavail, bsize } = statfsSync(directory);
  return Math.floor((bavail * bsize) / MB);
}
