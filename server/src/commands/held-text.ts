/** Something has locked the data directory, and it is not a server with a record. */
export function heldText(dataDir: string, pid: number | null): string {
  const who = pid === null ? "A process that is not visible from here" : `The process ${pid}`;
  return `${who} is using the data directory ${dataDir}, and does not look like a Malamar server. It may be a backup, a restore, an import, or an older Malamar.`;
}
