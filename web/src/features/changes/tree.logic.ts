import type { ChangedFile } from "@malamar/contract/changes.ts";

/** A row, and its place among its neighbours in the same folder. */
export type TreeRow = {
  path: string;
  name: string;
  depth: number;
  position: number;
  of: number;
} & ({ kind: "folder"; isOpen: boolean; files: number } | { kind: "file"; file: ChangedFile });

type Folder = { path: string; names: string[]; entries: (Folder | ChangedFile)[]; files: number };

/**
 * Changed files as a tree, in the order in which they are shown. Folders with nothing but one
 * folder in them are one row.
 */
export function treeRows(
  files: readonly ChangedFile[],
  { closed, query }: { closed: ReadonlySet<string>; query: string },
): TreeRow[] {
  const wanted = query.trim().toLowerCase();
  const found = files.filter(({ path }) => path.toLowerCase().includes(wanted));
  const rows: TreeRow[] = [];
  addEntries(rootOf(found), 0);
  return rows;

  function addEntries(folder: Folder, depth: number) {
    const of = folder.entries.length;
    for (const [at, entry] of folder.entries.entries()) {
      const place = { depth, position: at + 1, of };
      if ("status" in entry) {
        const name = entry.path.slice(entry.path.lastIndexOf("/") + 1);
        rows.push({ kind: "file", path: entry.path, name, ...place, file: entry });
        continue;
      }
      const whole = merged(entry);
      // A search shows what it finds.
      const isOpen = wanted !== "" || !closed.has(whole.path);
      rows.push({
        kind: "folder",
        path: whole.path,
        name: whole.names.join("/"),
        ...place,
        isOpen,
        files: whole.files,
      });
      if (isOpen) addEntries(whole, depth + 1);
    }
  }
}

function rootOf(files: readonly ChangedFile[]): Folder {
  const root: Folder = { path: "", names: [], entries: [], files: 0 };
  const folders = new Map([["", root]]);
  const folderOf = (path: string): Folder => {
    const known = folders.get(path);
    if (known !== undefined) return known;
    const at = path.lastIndexOf("/");
    const made: Folder = { path, names: [path.slice(at + 1)], entries: [], files: 0 };
    folders.set(path, made);
    folderOf(path.slice(0, Math.max(0, at))).entries.push(made);
    return made;
  };
  for (const file of files) {
    const at = file.path.lastIndexOf("/");
    folderOf(file.path.slice(0, Math.max(0, at))).entries.push(file);
  }
  count(root);
  return root;
}

function count(folder: Folder): number {
  for (const entry of folder.entries) folder.files += "status" in entry ? 1 : count(entry);
  return folder.files;
}

function merged(folder: Folder): Folder {
  const [only, ...others] = folder.entries;
  if (only === undefined || others.length > 0 || "status" in only) return folder;
  const inner = merged(only);
  return { ...inner, names: [...folder.names, ...inner.names] };
}

export type TreeKey = "ArrowDown" | "ArrowUp" | "ArrowLeft" | "ArrowRight" | "Home" | "End";

/** What a key does in a tree: moves to another row, or opens or closes this one. */
export function treeStep(
  rows: readonly TreeRow[],
  at: number,
  key: TreeKey,
): { to: number } | { toggle: string } | null {
  const row = rows[at];
  if (row === undefined) return null;
  switch (key) {
    case "ArrowDown":
      return { to: Math.min(rows.length - 1, at + 1) };
    case "ArrowUp":
      return { to: Math.max(0, at - 1) };
    case "Home":
      return { to: 0 };
    case "End":
      return { to: rows.length - 1 };
    case "ArrowRight":
      if (row.kind === "file") return null;
      return row.isOpen ? { to: Math.min(rows.length - 1, at + 1) } : { toggle: row.path };
    case "ArrowLeft": {
      if (row.kind === "folder" && row.isOpen) return { toggle: row.path };
      const parent = rows.slice(0, at).findLastIndex(({ depth }) => depth < row.depth);
      return parent === -1 ? null : { to: parent };
    }
    default:
      return key satisfies never;
  }
}
