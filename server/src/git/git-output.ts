import type { Git, GitCommand } from "./git.ts";

type Asked = Omit<GitCommand, "onOutput">;

/**
 * The NUL-terminated records that a command prints, as latin1: one character per byte. Returns its
 * stderr. If `onRecord` throws, the command is stopped.
 */
export async function readRecords(
  git: Git,
  command: Asked,
  onRecord: (record: string) => void,
): Promise<string> {
  let rest = "";
  let complaints = "";
  await git.run({
    ...command,
    onOutput: ({ from, bytes }) => {
      const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
      if (from === "stderr") {
        complaints = (complaints + text).slice(0, MOST_COMPLAINTS);
        return;
      }
      const records = (rest + text).split("\0");
      rest = records.pop() ?? "";
      for (const record of records) onRecord(record);
    },
  });
  return complaints;
}

/** Enough to find the relevant part of it. */
const MOST_COMPLAINTS = 64 * 1024;

export async function recordsOf(git: Git, command: Asked): Promise<string[]> {
  const records: string[] = [];
  await readRecords(git, command, (record) => records.push(record));
  return records;
}

/** The beginning of a command's output; the command is then stopped. */
export async function firstBytes(
  git: Git,
  command: Asked,
  most: number,
): Promise<{ bytes: Buffer; isCut: boolean }> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  try {
    await git.run({
      ...command,
      onOutput: ({ from, bytes }) => {
        if (from === "stderr") return;
        pieces.push(bytes.slice(0, most - length));
        length += bytes.length;
        if (length > most) throw new Enough();
      },
    });
  } catch (error) {
    if (!(error instanceof Enough)) throw error;
  }
  return { bytes: Buffer.concat(pieces), isCut: length > most };
}

/** Stops a command once there is enough output. */
class Enough extends Error {}
