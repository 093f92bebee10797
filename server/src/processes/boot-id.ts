import { readFileSync } from "node:fs";

/** Changes when the machine starts again, after which process numbers and start times mean nothing. */
export function bootId(): string {
  return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
}
