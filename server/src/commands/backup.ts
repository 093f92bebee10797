import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { RunId } from "@malamar/contract/ids.ts";
import { copyDatabase } from "#db/copy-database.ts";
import { openToRead } from "#data-directory/open-to-read.ts";
import { inspectCopy } from "#db/inspect-copy.ts";
import { DATABASE_FILE } from "#data-directory/data-directory.ts";
import { originOf } from "#data-directory/installation-key.ts";
import { systemClock } from "#lib/clock.ts";
import { fileDigest } from "#lib/file-digest.ts";
import { writeNewFile } from "#lib/new-file.ts";
import { VERSION } from "#lib/version.ts";
import { isTranscript, readArchive, writeArchive } from "./backup-archive.ts";
import { counted, fileStamp, fileToWrite, inMegabytes } from "./files.ts";
import { interruptible } from "./interruptible.ts";

/** Copies everything into one file, with or without a running server. */
export async function backUp(dataDir: string, wanted: string | undefined): Promise<string> {
  const createdAt = systemClock();
  const path = fileToWrite(wanted, `malamar-backup-${fileStamp(createdAt)}.tar.gz`);
  let transcripts = 0;
  let additions: string[] = [];
  await interruptible((signal) =>
    writeNewFile(path, async (part) => {
      const copy = `${part}-db`;
      try {
        const { schema, runIds, checkRunIds, strange } = copyOf(dataDir, copy);
        additions = strange;
        signal.throwIfAborted();
        const files = [
          { name: DATABASE_FILE, path: copy },
          ...runIds.flatMap((id) => filesOf(dataDir, id)),
          ...checkRunIds.map((id) => fileIn(dataDir, `checks/${id}.log`)),
        ];
        const origin = originOf(dataDir, await fileDigest(copy));
        const about = { malamar_version: VERSION, schema, created_at: createdAt, ...origin };
        await writeArchive(part, about, files, signal);
        // A file that cannot be read back is not a backup.
        for await (const { name } of readArchive(part)) if (isTranscript(name)) transcripts++;
      } finally {
        rmSync(copy, { force: true });
      }
    }),
  );
  return [
    `Backed up ${dataDir} to ${path} (${inMegabytes(statSync(path).size)}).`,
    `It contains the database and the inputs and transcripts of ${counted(transcripts, "run")}; both were checked.`,
    "It is a full copy, including the API keys and variables from your settings: keep it as private as the data directory.",
    "It does not contain the access token or the files that agents work on.",
    ...warningOf(additions),
  ].join("\n");
}

/** Reported now, while it can still be fixed: a restore would refuse it. */
function warningOf(strange: readonly string[]): string[] {
  if (strange.length === 0) return [];
  return [
    `Warning: your database differs from what Malamar creates (${strange.join("; ")}). A restore would refuse it: fix the database, then back up again.`,
  ];
}

function copyOf(dataDir: string, target: string) {
  const source = openToRead(dataDir);
  try {
    copyDatabase(source.db, target);
  } finally {
    source.close();
  }
  // Its content is the user's own; a restore decides what it accepts.
  return inspectCopy(target, () => {});
}

function filesOf(dataDir: string, runId: RunId) {
  const names = [`runs/${runId}.jsonl`, `runs/${runId}.input.md`];
  return names.map((name) => fileIn(dataDir, name));
}

function fileIn(dataDir: string, name: string) {
  return { name, path: join(dataDir, name) };
}
