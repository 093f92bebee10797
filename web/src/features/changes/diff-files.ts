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
import { contentKey, hasLongLines, hasMoreText, isPatchTooLarge } from "./files.logic.ts";
import type { ReadPatch } from "./items.logic.ts";
import { createNearLoader, createSlots, isOnItsWay, type Loaded } from "./near-loader.ts";

/** More would keep the events of the page waiting. */
const AT_ONCE = 6;

const PATCHES_KEPT = 50;

type TextWish = { key: string; file: ChangedFile; comparison: Comparison };
type PatchWish = TextWish & { options: PatchOptions };

/** What the list needs now. */
export type Wanted = {
  comparison: Comparison;
  options: PatchOptions;
  /** Files that are open and near, the nearest first. */
  near: readonly ChangedFile[];
  /** Files with comments whose lines have to be looked for. */
  moved: readonly ChangedFile[];
  /** Files whose whole text the user asked for, to see more of it. */
  revealed: Iterable<string>;
};

/**
 * Patches, texts and colours of the files near the visible part. All of them belong to what a file
 * contains and not to two checkpoints, so that a new checkpoint keeps those that it did not change.
 */
export function createDiffFiles(of: ChangesOf) {
  const listeners = new Set<() => void>();
  const slots = createSlots(AT_ONCE);
  const colours = new Map<string, { found: SideColours; stop: () => void }>();
  const longLined = new Set<string>();
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
    load: async ({ file, comparison, options }, signal) => {
      const text = await readPatch(of, { ...comparison, ...options, path: file.path }, signal);
      if (isPatchTooLarge(text)) return { patch: NO_PATCH, isTooLarge: true };
      const patch = parsePatch(text);
      if (hasLongLines(patch)) longLined.add(contentKey(file));
      return { patch, isTooLarge: false };
    },
  });

  const texts = createNearLoader<TextWish, readonly string[]>({
    slots,
    kept: PATCHES_KEPT,
    onChange: () => {
      wantMore();
      tell();
    },
    load: async ({ file, comparison }, signal) =>
      splitLines(await readText(of, { checkpoint: comparison.to, path: file.path }, signal)),
  });

  function patchOf(file: ChangedFile, options: PatchOptions): Loaded<ReadPatch> | undefined {
    return patches.get(patchKey(file, options));
  }

  const textOf = (file: ChangedFile) => texts.get(contentKey(file));

  /** Texts and colours follow patches, because only those say whether they are needed. */
  function wantMore() {
    if (wanted === null) return;
    const { comparison, options, moved, revealed } = wanted;
    const whole = new Set([...revealed, ...moved.map(contentKey)]);
    const ready = filesIn(wanted).filter((file) => {
      const patch = patchOf(file, options);
      return patch?.phase === "ready" && !patch.value.isTooLarge;
    });
    texts.want(
      ready
        .filter((file) => isTextNeeded(file, whole))
        .map((file) => ({ key: contentKey(file), file, comparison })),
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
    const text = textOf(file);
    if (isTextNeeded(file, whole) && isOnItsWay(text)) return;
    const sides = sidesOf(patch.value.patch, text?.phase === "ready" ? text.value : null);
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
      const { comparison, options } = next;
      patches.want(
        filesIn(next).map((file) => ({ key: patchKey(file, options), file, comparison, options })),
      );
      wantMore();
    },

    patchOf,
    textOf,
    hasLongLines: (file: ChangedFile) => longLined.has(contentKey(file)),
    coloursOf: (file: ChangedFile, options: PatchOptions): SideColours =>
      colours.get(patchKey(file, options))?.found ?? NO_COLOURS,
    retry(file: ChangedFile, options: PatchOptions) {
      patches.retry(patchKey(file, options));
      texts.retry(contentKey(file));
    },
    retryAll() {
      patches.retry();
      texts.retry();
    },

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

/** Of those that are near, only as many as are kept. */
function filesIn({ near, moved }: Wanted): ChangedFile[] {
  return [...new Set([...near.slice(0, PATCHES_KEPT), ...moved])];
}

function isTextNeeded(file: ChangedFile, whole: ReadonlySet<string>): boolean {
  return hasMoreText(file) && (hasColours(file.path) || whole.has(contentKey(file)));
}
