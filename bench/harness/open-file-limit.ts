/** Files that server and clients need besides their connections. */
const OTHER_FILES = 200;

/** This many connections, or as many as one process may have. */
export function mostClients(wanted: number): number {
  return Math.min(wanted, openFileLimit() - OTHER_FILES);
}

function openFileLimit(): number {
  const limit = Number(Bun.spawnSync(["/bin/sh", "-c", "ulimit -n"]).stdout.toString());
  return Number.isNaN(limit) ? Infinity : limit;
}
