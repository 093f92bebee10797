import {
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fstatSync,
  openSync,
  renameSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { messageOf } from "#lib/app-error.ts";
import { preparePrivateDirectory } from "#lib/private-directory.ts";
import { shortened } from "#lib/shortened.ts";

/** Five files of 10 MB: 50 MB in all. */
const FILES = 5;
const FILE_BYTES = 10_000_000;

/** No line can fill a file, let alone all of them. */
const LONGEST_LINE = 100_000;

// A link is not followed, and a pipe without a reader does not block.
const FLAGS =
  constants.O_WRONLY |
  constants.O_APPEND |
  constants.O_CREAT |
  constants.O_NOFOLLOW |
  constants.O_NONBLOCK;

interface LogFileOptions {
  dir: string;
  /** Called once for each period in which nothing can be written; it never stops anything. */
  onTrouble: (reason: string) => void;
  fileBytes?: number;
}

export function logDirectory(dataDir: string): string {
  return join(dataDir, "logs");
}

/** The log on disk, in addition to the one in the terminal. */
export function createLogFile({ dir, onTrouble, fileBytes = FILE_BYTES }: LogFileOptions) {
  /** Lines from before the data directory was ours; null from then on. */
  let early: string[] | null = [];
  let fd: number | null = null;
  let isInTrouble = false;
  /** The last line ended in the middle, because there was no more room. */
  let isCut = false;

  function append(line: string): void {
    try {
      writeAll(`${shortened(line, LONGEST_LINE)}\n`);
      isInTrouble = false;
    } catch (error) {
      letGo();
      if (isInTrouble) return;
      isInTrouble = true;
      onTrouble(messageOf(error));
    }
  }

  function writeAll(text: string): void {
    const file = fileWithRoom(Buffer.byteLength(text) + 1);
    const isMidLine = isCut && fstatSync(file).size > 0;
    const bytes = Buffer.from(isMidLine ? `\n${text}` : text);
    for (let done = 0; done < bytes.length;) {
      done += writeSync(file, bytes, done);
      isCut = done < bytes.length;
    }
  }

  function fileWithRoom(length: number): number {
    fd ??= openLog();
    // Someone may have moved or removed it.
    if (fstatSync(fd).ino !== statSync(nameOf(0), { throwIfNoEntry: false })?.ino) {
      letGo();
      fd = openLog();
    }
    const { size } = fstatSync(fd);
    if (size === 0 || size + length <= fileBytes) return fd;
    letGo();
    for (let at = FILES - 1; at > 0; at--) {
      if (existsSync(nameOf(at - 1))) renameSync(nameOf(at - 1), nameOf(at));
    }
    return (fd = openLog());
  }

  function openLog(): number {
    // A log that someone has moved away must not come back as an empty file.
    if (!existsSync(dirname(dir))) throw new Error(`${dirname(dir)} is gone`);
    const problem = preparePrivateDirectory(dir);
    if (problem !== null) throw new Error(`${dir} ${problem}`);
    const opened = openSync(nameOf(0), FLAGS, 0o600);
    if (fstatSync(opened).isFile()) {
      fchmodSync(opened, 0o600);
      return opened;
    }
    closeSync(opened);
    throw new Error(`${nameOf(0)} is not a file`);
  }

  function letGo(): void {
    const held = fd;
    fd = null;
    try {
      if (held !== null) closeSync(held);
    } catch {
      // Some disks report only now that they are full.
    }
  }

  /** The newest is malamar.log, the oldest malamar.4.log. */
  function nameOf(age: number): string {
    return join(dir, age === 0 ? "malamar.log" : `malamar.${age}.log`);
  }

  return {
    write(line: string): void {
      if (early === null) append(line);
      else early.push(line);
    },

    /** The data directory is ours: buffered lines are written, and everything from now on. */
    begin(): void {
      const lines = early ?? [];
      early = null;
      for (const line of lines) append(line);
    },
  };
}
