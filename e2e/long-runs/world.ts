import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { createHome, launchMalamar, startMalamar, type Malamar } from "#support/malamar.ts";
import {
  childrenOf,
  processesIn,
  readProcess,
  variablesOf,
  type Process,
} from "#support/processes.ts";
import { mountObstacle, mountTmpfs, unmount } from "./private-mounts.ts";

/** Room for everything written in between, and soon full. */
const DISK_MB = 192;

export type World = Awaited<ReturnType<typeof createWorld>>;

/** One installation of Malamar, across all its restarts. */
export async function createWorld() {
  const home = createHome();
  const dataDir = join(home.dir, "data");
  const tempDir = join(home.dir, "work");
  const projectsDir = join(home.dir, "projects");
  const disks = mountObstacle() === null ? [dataDir, tempDir, projectsDir] : [];
  for (const dir of disks) {
    mkdirSync(dir, { mode: 0o700 });
    mountTmpfs(dir, DISK_MB);
  }
  const installations = new Set<string>();
  let malamar: Malamar | null = null;
  let starts = 0;

  async function start(): Promise<Malamar> {
    malamar = await startMalamar({ home });
    starts++;
    return malamar;
  }

  function server(): Malamar {
    if (!malamar) throw new Error("There is no server now.");
    return malamar;
  }

  /** Every process working for this Malamar carries its installation's name. */
  function noteInstallation(): void {
    for (const { pid } of processesIn(home.dir)) {
      const name = variablesOf(pid).find((text) => text.startsWith("MALAMAR_INSTALLATION_ID="));
      if (name) installations.add(name);
    }
  }

  return {
    home,
    dataDir,
    tempDir,
    /** For people's repositories. */
    projectsDir,
    start,
    server,
    installations,
    noteInstallation,
    restarts: () => starts - 1,
    /** Its address; null while it is down. */
    url: () => malamar?.url ?? null,
    /** Starts and waits for nothing. */
    launch: () => launchMalamar({ home }).child,

    /** The running CLIs, and what they have started. */
    clis: (): Process[] => {
      const pid = malamar?.pid;
      return processesIn(tempDir).filter((process) => readProcess(process.pid)?.parent === pid);
    },

    /** The git commands that are running. */
    gits: (): Process[] =>
      childrenOf(malamar?.pid ?? 0).filter(({ command }) => /^\S*\bgit /.test(command)),

    /** Ends it, and returns its exit code, null if it was killed. */
    async end(signal: NodeJS.Signals): Promise<number | null> {
      const ending = server();
      malamar = null;
      return await ending.stop(signal);
    },

    async [Symbol.asyncDispose]() {
      await malamar?.stop("SIGKILL");
      malamar = null;
      for (const dir of disks) unmount(dir);
      await home[Symbol.asyncDispose]();
    },
  };
}
