import { readFileSync } from "node:fs";

/** Changes when the machine restarts, after which pids and start times mean nothing. */
export function bootId(): string {
  return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
}
