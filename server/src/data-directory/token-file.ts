import { randomBytes } from "node:crypto";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { messageOf } from "#lib/app-error.ts";
import type { Logger } from "#lib/logger.ts";
import { StartupError } from "#lib/startup-error.ts";
import { tokenProblem } from "#lib/token-problem.ts";

export interface AccessToken {
  /** null: no token is required. */
  value: string | null;
  /**
   * The file of a token that we generated, which the person has to know about. null for any other.
   */
  file: string | null;
}

interface TokenChoice {
  dataDir: string;
  /** The token itself, as given at startup. */
  chosen: string | null;
  /** The file that contains it. */
  chosenFile: string | null;
  isRequired: boolean;
  logger: Logger;
}

/** The chosen token; otherwise, if one is required, ours, kept across starts. */
export function accessToken(choice: TokenChoice): AccessToken {
  const { dataDir, chosen, chosenFile, isRequired, logger } = choice;
  if (chosen !== null) return { value: chosen, file: null };
  if (chosenFile !== null) return { value: readChosen(chosenFile, logger), file: null };
  if (!isRequired) return { value: null, file: null };
  const path = join(dataDir, "token");
  return { value: readOwn(path) ?? writeToken(path), file: path };
}

/** A user's own file may be in a place only they can read, whatever its mode. */
function readChosen(path: string, logger: Logger): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) throw new StartupError(`There is no token file ${path}. ${ADVICE}`);
  if (!stats.isFile()) throw new StartupError(`The token file ${path} is not a file. ${ADVICE}`);
  if (isOpenToOthers(stats.mode)) {
    logger.warn(`Other users can read the token file. Run: chmod 600 ${path}`);
  }
  const token = readText(path);
  if (token === "") throw new StartupError(`The token file ${path} is empty. ${ADVICE}`);
  return requireToken(token, path);
}

const ADVICE =
  "Write a token into it, or name another one with --token-file or MALAMAR_TOKEN_FILE.";

function readOwn(path: string): string | null {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return null;
  if (!stats.isFile())
    throw new StartupError(`${path} is not a file, but that is where Malamar keeps its token.`);
  if (isOpenToOthers(stats.mode)) {
    throw new StartupError(
      `Other users can read the token file ${path}. Delete it, and Malamar makes a new token.`,
    );
  }
  const token = readText(path);
  return token === "" ? null : requireToken(token, path);
}

function isOpenToOthers(mode: number): boolean {
  return (mode & 0o077) !== 0;
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8").trim();
  } catch (cause) {
    throw new StartupError(`The token file ${path} cannot be read: ${messageOf(cause)}.`, {
      cause,
    });
  }
}

/** Never repeats what it refuses. */
function requireToken(token: string, path: string): string {
  const problem = tokenProblem(token);
  if (problem === null) return token;
  throw new StartupError(`The token in ${path} ${problem}. Write another one into it.`);
}

function writeToken(path: string): string {
  const token = randomBytes(32).toString("base64url");
  writeFileSync(path, `${token}\n`, { mode: 0o600 });
  return token;
}
