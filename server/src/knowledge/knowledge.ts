import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { join } from "node:path";
import type { HelpArticle } from "@malamar/contract/help.ts";
import { writePrivateFile } from "#lib/private-file.ts";
import { ARTICLES } from "./articles.ts";
import instruction from "./instruction.md" with { type: "text" };

/** The Malamar agent's instruction, with the paths of its articles in this folder. */
export function malamarInstruction(folder: string): string {
  const list = ARTICLES.map(
    (entry) => `- \`${join(folder, fileOf(entry))}\`: ${entry.title}. ${entry.summary}`,
  );
  return `${instruction.trim()}\n\n${list.join("\n")}\n`;
}

/**
 * Writes the articles out for a CLI to read, and returns the folder. Complete files are left alone;
 * whatever someone deleted, changed or replaced is written again. The folder is named after its
 * content, so that two versions of Malamar do not keep repairing it in turns.
 */
export function writeKnowledge(tempDir: string): string {
  contentHash ??= hashOfArticles();
  const folder = join(tempDir, `malamar_knowledge_${contentHash}`);
  prepareFolder(folder);
  for (const article of ARTICLES) {
    const path = join(folder, fileOf(article));
    const state = stateOf(path);
    if (state !== null && found.get(path) === state) continue;
    if (!isWhole(path, article.content)) {
      rmSync(path, { recursive: true, force: true });
      writePrivateFile(path, article.content);
    }
    const whole = stateOf(path);
    if (whole !== null) found.set(path, whole);
  }
  return folder;
}

let contentHash: string | null = null;

/** The state in which files were found complete, by path: they need not be read again. */
const found = new Map<string, string>();

/** It differs after any change to a file. */
function stateOf(path: string): string | null {
  const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return stats ? `${stats.ino} ${stats.ctimeNs}` : null;
}

function hashOfArticles(): string {
  const hasher = new Bun.CryptoHasher("sha256");
  for (const { slug, content } of ARTICLES) hasher.update(`${slug}\0${content}\0`);
  return hasher.digest("hex").slice(0, 16);
}

/** A link or a file instead of it is removed, and never followed. */
function prepareFolder(folder: string): void {
  const there = lstatSync(folder, { throwIfNoEntry: false });
  if (there?.isDirectory()) {
    requireOwn(folder, there.uid);
    if ((there.mode & 0o777) !== 0o700) chmodSync(folder, 0o700);
    return;
  }
  rmSync(folder, { force: true });
  mkdirSync(folder, { mode: 0o700 });
}

function requireOwn(folder: string, uid: number): void {
  if (uid === process.getuid?.()) return;
  throw new Error(
    `The folder ${folder} belongs to another user (uid ${uid}). Remove it, or choose another place with --temp-dir or MALAMAR_TEMP_DIR.`,
  );
}

/** Our own plain file, closed to others, with exactly this text in it. */
function isWhole(path: string, content: string): boolean {
  let file: number;
  try {
    // A link could point anywhere, and opening a pipe would wait forever.
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return false;
  }
  try {
    const stats = fstatSync(file);
    return (
      stats.isFile() &&
      stats.uid === process.getuid?.() &&
      (stats.mode & 0o777) === 0o600 &&
      stats.size === Buffer.byteLength(content) &&
      readFileSync(file, "utf8") === content
    );
  } finally {
    closeSync(file);
  }
}

/** Links between articles are file names: they work in the folder, too. */
function fileOf({ slug }: HelpArticle): string {
  return `${slug}.md`;
}
