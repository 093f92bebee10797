import type { ChangedFile } from "@malamar/contract/changes.ts";
import { colourSides, hasColours, NO_COLOURS, type SideColours } from "#components/diff/colours.ts";
import { parsePatch, sidesOf, splitLines } from "#components/diff/patch.logic.ts";
import {
  readPatch,
  readText,
  type ChangesOf,
  type Comparison,
  type PatchOptions,
} from "./changes-of.ts";
import { contentKey, isPatchTooLarge } from "./files.logic.ts";
import type { ReadPatch } from "./items.logic.ts";
import { createNearLoader, createSlots, type Loaded } from "./near-loader.ts";

/** More would keep the events of the page waiting. */
const AT_ONCE = 6;

const PATCHES_KEPT = 50;

/** A larger one is neither coloured nor unfolded line by line. */
const MOST_TEXT_BYTES = 1024 * 1024;

type PatchWish = Comparison & PatchOptions & { key: string; path: string };
type TextWish = Comparison & { key: string; path: string };

/** What the list needs now. */
export type Wanted = {
  comparison: Comparison;
  options: PatchOptions;
  /** Files that are open and near, the nearest first. */
  near: readonly ChangedFile[];
  /** Files whose whole text the user asked for, to see more of it. */
  whole: ReadonlySet<string>;
};

/**
 * Patches, texts and colours of the files near the visible part. All of them belong to what a file
 * contains and not to two checkpoints, so that a new checkpoint keeps those that it did not change.
 */
export function createDiffFiles(of: ChangesOf) {
  const listeners = new Set<() => void>();
  const slots = createSlots(AT_ONCE);
  const colours = new Map<string, { found: SideColours; stop: () => void }>();
  let version = 0;
  let frame: number | null = null;
  let wanted: Wanted | null = null;

  /** Once a frame: what comes together is drawn together. */
  const tell = () => {
    frame ??= requestAnimationFrame(() => {
      frame = null;
      version++;
      for (const listener of listeners) listener();
    });
  };

  const patches = createNearLoader<PatchWish, ReadPatch>({
    slots,
    kept: PATCHES_KEPT,
    onChange: () => {
      wantMore();
      tell();
    },
    load: async (wish, signal) => {
      const text = await readPatch(of, wish, signal);
      if (isPatchTooLarge(text)) return { patch: NO_PATCH, isTooLarge: true };
      return { patch: parsePatch(text), isTooLarge: false };
    },
  });

  const texts = createNearLoader<TextWish, readonly string[]>({
    slots,
    kept: PATCHES_KEPT,
    onChange: () => {
      wantMore();
      tell();
    },
    load: async ({ to, path }, signal) =>
      splitLines(await readText(of, { checkpoint: to, path }, signal)),
  });

  function patchOf(file: ChangedFile, options: PatchOptions): Loaded<ReadPatch> | undefined {
    return patches.get(patchKey(file, options));
  }

  function linesOf(file: ChangedFile): readonly string[] | null {
    const found = texts.get(contentKey(file));
    return found?.phase === "ready" ? found.value : null;
  }

  /** Texts and colours follow patches, because only those say whether they are needed. */
  function wantMore() {
    if (wanted === null) return;
    const { near, comparison, options, whole } = wanted;
    const ready = near.filter((file) => {
      const patch = patchOf(file, options);
      return patch?.phase === "ready" && !patch.value.isTooLarge;
    });
    texts.want(
      ready
        .filter((file) => isTextNeeded(file, whole))
        .map((file) => ({ key: contentKey(file), path: file.path, ...comparison })),
    );
    const needed = new Set(ready.map((file) => patchKey(file, options)));
    for (const [key, { stop }] of colours) {
      if (needed.has(key)) continue;
      stop();
      colours.delete(key);
    }
    for (const file of ready) startColours(file, options, whole);
  }

  function startColours(file: ChangedFile, options: PatchOptions, whole: ReadonlySet<string>) {
    const key = patchKey(file, options);
    const patch = patchOf(file, options);
    if (colours.has(key) || patch?.phase !== "ready" || !hasColours(file.path)) return;
    const text = texts.get(contentKey(file));
    if (isTextNeeded(file, whole) && (text === undefined || text.phase === "loading")) return;
    const sides = sidesOf(patch.value.patch, linesOf(file));
    const entry = { found: NO_COLOURS, stop: () => {} };
    colours.set(key, entry);
    entry.stop = colourSides(file.path, sides, (found) => {
      entry.found = found;
      tell();
    });
  }

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Another one: something has come. */
    version: () => version,

    want(next: Wanted) {
      wanted = next;
      const { near, comparison, options } = next;
      patches.want(
        near.map((file) => ({
          key: patchKey(file, options),
          path: file.path,
          ...comparison,
          ...options,
        })),
      );
      wantMore();
    },

    patchOf,
    linesOf,
    coloursOf: (file: ChangedFile, options: PatchOptions): SideColours =>
      colours.get(patchKey(file, options))?.found ?? NO_COLOURS,
    retry: (file: ChangedFile, options: PatchOptions) => patches.retry(patchKey(file, options)),

    stop() {
      wanted = null;
      if (frame !== null) cancelAnimationFrame(frame);
      frame = null;
      patches.stop();
      texts.stop();
      for (const { stop } of colours.values()) stop();
      colours.clear();
    },
  };
}

export type DiffFiles = ReturnType<typeof createDiffFiles>;

const NO_PATCH = parsePatch("");

function patchKey(file: ChangedFile, { context, ignoresSpace }: PatchOptions): string {
  return `${contentKey(file)}\0${context}\0${ignoresSpace}`;
}

/** Only of a file that was there before and still is, the patch is not the whole text. */
function isTextNeeded(file: ChangedFile, whole: ReadonlySet<string>): boolean {
  const { status, new_blob_id, new_size, path } = file;
  if (new_blob_id === null || status === "added") return false;
  if ((new_size ?? 0) > MOST_TEXT_BYTES) return false;
  return hasColours(path) || whole.has(contentKey(file));
}
