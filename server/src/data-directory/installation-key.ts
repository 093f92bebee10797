import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { newId } from "#lib/id.ts";
import { isMissing } from "#lib/is-missing.ts";
import { writePrivateFile } from "#lib/private-file.ts";

const KEY_FILE = "installation.key";
const KEY = /^[0-9a-f]{64}$/;

/** How a backup identifies its origin. */
interface Origin {
  installation_id: string;
  /** Proves that the database was packed here and has not been changed since. */
  seal: string;
}

/** What it claims, until someone has checked it. */
export type ClaimedOrigin = { [Claim in keyof Origin]?: Origin[Claim] | undefined };

/** Marks a database, by its SHA-256, as one of this installation. */
export function originOf(dataDir: string, databaseDigest: string): Origin {
  const key = installationKey(dataDir);
  return { installation_id: idOf(key), seal: sealOf(key, databaseDigest) };
}

/** The id alone proves nothing: anyone who has seen a backup knows it. */
export function isFromHere(
  dataDir: string,
  { installation_id, seal = "" }: ClaimedOrigin,
  databaseDigest: string,
): boolean {
  const key = installationKey(dataDir);
  const expected = Buffer.from(sealOf(key, databaseDigest));
  const found = Buffer.from(seal);
  return (
    installation_id === idOf(key) &&
    found.length === expected.length &&
    timingSafeEqual(found, expected)
  );
}

/** Created when first needed, and never in a backup: anyone who has it can make trusted backups. */
export function installationKey(dataDir: string): string {
  const path = join(dataDir, KEY_FILE);
  const found = storedKey(path);
  if (found !== null) return found;
  const part = `${path}.${newId()}.part`;
  writePrivateFile(part, `${randomBytes(32).toString("hex")}\n`);
  renameSync(part, path);
  return storedKey(path)!;
}

function storedKey(path: string): string | null {
  try {
    const text = readFileSync(path, "utf8").trim();
    return KEY.test(text) ? text : null;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

function idOf(key: string): string {
  return createHash("sha256").update(key).digest("hex").slice(0, 16);
}

function sealOf(key: string, databaseDigest: string): string {
  return createHmac("sha256", key).update(`malamar-backup\n${databaseDigest}`).digest("hex");
}
