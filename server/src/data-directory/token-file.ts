import { randomBytes } from "node:crypto";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StartupError } from "#lib/startup-error.ts";

export interface AccessToken {
  /** null: nobody is asked for a token. */
  value: string | null;
  /** Where one that we made is kept; the person has to be told of it. null for any other. */
  file: string | null;
}

/** The token somebody chose; else, where one is required, ours, kept from start to start. */
export function accessToken(
  dataDir: string,
  chosen: string | null,
  isRequired: boolean,
): AccessToken {
  if (chosen !== null) return { value: chosen, file: null };
  if (!isRequired) return { value: null, file: null };
  const path = join(dataDir, "token");
  return { value: readToken(path) ?? writeToken(path), file: path };
}

function readToken(path: string): string | null {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return null;
  if (!stats.isFile()) throw new StartupError(`${path} is in the place of the token file.`);
  if ((stats.mode & 0o077) !== 0) {
    throw new StartupError(
      `The token file ${path} can be read by other users. Delete it, and a new token is made.`,
    );
  }
  return readFileSync(path, "utf8").trim() || null;
}

function writeToken(path: string): string {
  const token = randomBytes(32).toString("base64url");
  writeFileSync(path, `${token}\n`, { mode: 0o600 });
  return token;
}
