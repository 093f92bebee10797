import { expect, test } from "bun:test";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { ROOT } from "../support/malamar.ts";

const DIST = join(ROOT, "web/dist");
const FILES = readdirSync(join(DIST, "assets")).filter((file) => file.endsWith(".js"));

/** What comes later, and a word that only its code has. */
const LATER = {
  "zod, which forms need": "invalid_union",
  "the grammars of code": "hljs",
  "what shows toasts": "data-sonner-theme",
  dialogs: "data-radix-focus-guard",
};

const PAGES = {
  home: ["home-page"],
  "the board": ["workspace-page", "tasks-page", "board"],
  "a task": ["workspace-page", "tasks-page", "task-page"],
  "a chat": ["workspace-page", "chats-page", "chat-page"],
};

test.each(Object.entries(PAGES))("%s is shown without what comes later", (_page, names) => {
  const loaded = loadedWith([...ofTheDocument(), ...names.map(fileOf)]);
  const tooEarly = Object.entries(LATER).filter(([, word]) =>
    loaded.some((file) => textOf(file).includes(word)),
  );
  expect(tooEarly.map(([what]) => what)).toEqual([]);
});

test.each([
  ["home", 200],
  ["the board", 200],
  ["a task", 280],
] as const)("%s needs at most %d KB of JavaScript, gzipped", (page, most) => {
  const loaded = loadedWith([...ofTheDocument(), ...PAGES[page].map(fileOf)]);
  const bytes = loaded.map((file) => gzipSync(textOf(file), { level: 9 }).length);
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(most * 1000);
});

test("all fonts together have at most 120 KB", () => {
  const fonts = readdirSync(join(DIST, "assets")).filter((file) => file.endsWith(".woff2"));
  const bytes = fonts.map((file) => statSync(join(DIST, "assets", file)).size);
  expect(bytes).not.toBeEmpty();
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(120_000);
});

test.each(Object.entries(LATER))("%s comes with some file of the page", (_what, word) => {
  expect(FILES.filter((file) => textOf(file).includes(word))).not.toBeEmpty();
});

/** These files and all that they import, in turn, before they run. */
function loadedWith(files: readonly string[]): string[] {
  const loaded = new Set(files);
  for (const file of loaded) for (const next of importsOf(file)) loaded.add(next);
  return [...loaded];
}

const transpiler = new Bun.Transpiler({ loader: "js" });

function importsOf(file: string): string[] {
  return transpiler
    .scanImports(textOf(file))
    .filter(({ kind }) => kind === "import-statement")
    .map(({ path }) => path.replace("./", ""));
}

/** What index.html asks for itself. */
function ofTheDocument(): string[] {
  const html = readFileSync(join(DIST, "index.html"), "utf8");
  return [...html.matchAll(/"\/assets\/([^"]+\.js)"/g)].map(([, file]) => file!);
}

/** The file of a module is called like it, with a hash. */
function fileOf(name: string): string {
  const found = FILES.filter((file) => new RegExp(`^${name}-[\\w-]{8}\\.js$`).test(file));
  if (found.length !== 1) throw new Error(`${found.length} files are called ${name}.`);
  return found[0]!;
}

function textOf(file: string): string {
  return readFileSync(join(DIST, "assets", file), "utf8");
}
