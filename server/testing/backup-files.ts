import { Database } from "bun:sqlite";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { readTar, TAR_END, tarHeader, tarPadding } from "#lib/tar.ts";
import { createTestApp } from "./create-test-app.ts";

/** Every row of every table. */
export function rowsOf(path: string): Record<string, unknown[]> {
  const db = new Database(path, { readonly: true });
  const tables = db
    .query<{ name: string }, []>("SELECT name FROM sqlite_master WHERE type = 'table'")
    .all();
  const rows = tables.map(({ name }) => [name, db.query(`SELECT * FROM ${name}`).all()]);
  db.close();
  return Object.fromEntries(rows) as Record<string, unknown[]>;
}

/** The files of an archive by name. */
export async function unpacked(path: string): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const bytes = gunzipSync(readFileSync(path));
  for await (const { name, content } of readTar(
    (async function* whole() {
      yield bytes;
    })(),
  )) {
    files.set(name, Buffer.concat(await Array.fromAsync(content)));
  }
  return files;
}

export interface PackedFile {
  name: string;
  content: Buffer;
  /** The letter of the kind; a plain file by default. */
  kind?: string;
}

export function pack(files: readonly PackedFile[]): Buffer {
  const parts = files.flatMap(({ name, content, kind }) => {
    const header = tarHeader(name, content.length, new Date(0));
    if (kind) {
      header.write(kind, 156);
      header.write("        ", 148);
      const sum = header.reduce((total, byte) => total + byte, 0);
      header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
    }
    return [header, content, tarPadding(content.length)];
  });
  return gzipSync(Buffer.concat([...parts, TAR_END]));
}

/** A data directory with a workspace in it, whose server has stopped. */
export async function dataDirectory(path: string, title: string): Promise<string> {
  const app = await createTestApp({ dataDir: path });
  await app.createWorkspace({ title });
  await app.stop();
  return path;
}

/** The content of the directory, to see that nothing in it has changed. */
export function stateOf(dataDir: string): Record<string, string> {
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.lock$|-shm$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    files.map((file) => [file.slice(dataDir.length), Bun.hash(readFileSync(file)).toString()]),
  );
}

export function titlesIn(dataDir: string): string[] {
  const db = new Database(join(dataDir, "malamar.db"));
  const rows = db.query<{ title: string }, []>("SELECT title FROM workspaces").all();
  db.close();
  return rows.map(({ title }) => title);
}
