import { spawnSync } from "node:child_process";

/** Set for the second start, inside. */
const INSIDE = "MALAMAR_FAULTS_INSIDE";

const WAYS: readonly (readonly string[])[] = [
  ["unshare", "--mount", "--propagation", "private"],
  // Where one needs no root to get a root of one's own.
  ["unshare", "--user", "--map-root-user", "--mount", "--propagation", "private"],
];

/**
 * Restarts this program where its mounts are invisible to everyone else and vanish with it, and
 * returns its exit code. null: this is the second start, or the system does not allow it.
 */
export async function startAgainInside(): Promise<number | null> {
  if (process.env[INSIDE] !== undefined) return null;
  const way = WAYS.find(([program = "", ...args]) => mayMount(program, args));
  const [program, ...args] = [...(way ?? []), process.execPath, ...process.argv.slice(1)];
  const child = Bun.spawn([program!, ...args], {
    env: { ...process.env, [INSIDE]: way ? "mounts" : "no mounts" },
    stdio: ["inherit", "inherit", "inherit"],
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
  return await child.exited;
}

/** Why nothing can be mounted here; null when it can. */
export function mountObstacle(): string | null {
  return process.env[INSIDE] === "mounts"
    ? null
    : "needs a file system of its own, and this user may not mount one (try as root)";
}

export function mountTmpfs(dir: string, megabytes: number): void {
  run("mount", "-t", "tmpfs", "-o", `size=${megabytes}m,mode=0700`, "tmpfs", dir);
}

export function remount(dir: string, how: "ro" | "rw"): boolean {
  return succeeds("mount", "-o", `remount,${how}`, dir);
}

/**
 * Mounts a directory over itself: the same files, which can become read-only for anyone who has
 * some open.
 */
export function cover(dir: string): void {
  run("mount", "--bind", dir, dir);
}

/** false while a file that was opened since the mount is open for writing. */
export function makeCoverReadOnly(dir: string): boolean {
  return succeeds("mount", "-o", "remount,bind,ro", dir);
}

export function unmount(dir: string): void {
  run("umount", "--lazy", dir);
}

function mayMount(program: string, args: readonly string[]): boolean {
  return succeeds(program, ...args, "mount", "-t", "tmpfs", "tmpfs", "/mnt");
}

function succeeds(program: string, ...args: string[]): boolean {
  return spawnSync(program, args).status === 0;
}

function run(program: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(program, args);
  if (status !== 0) throw new Error(`${program} ${args.join(" ")}: ${stderr.toString().trim()}`);
}
