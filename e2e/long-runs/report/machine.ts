import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { cpus, release, totalmem, type } from "node:os";
import { join } from "node:path";
import { ROOT } from "#support/malamar.ts";

const GIGABYTE = 1024 ** 3;

/** What was run, in words. */
export function productText(): string {
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
    version: string;
  };
  const commit = git("rev-parse", "--short", "HEAD");
  if (commit === null) return `Malamar ${version}`;
  const isChanged = git("status", "--porcelain", "--untracked-files=no") !== "";
  return `Malamar ${version}, commit ${commit}${isChanged ? " with changes" : ""}`;
}

/** The machine, in words. */
export function machineText(): string {
  const memory = (totalmem() / GIGABYTE).toFixed(1);
  const system = `${type()} ${/^\d+\.\d+/.exec(release())?.[0] ?? ""}`;
  return `${cpus().length} cores, ${memory} GB of memory, ${system}, Bun ${Bun.version}`;
}

/** null when this is not a working copy. */
function git(...args: string[]): string | null {
  const { status, stdout } = spawnSync("git", args, { cwd: ROOT, encoding: "utf8" });
  return status === 0 ? stdout.trim() : null;
}
