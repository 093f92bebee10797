import { useState } from "react";
import type { Model } from "./items.logic.ts";
import { targetOf, type FileTarget, type Place } from "./moves.logic.ts";

/** The marked row, and the one where a range of lines began. */
type Mark = { path: string; key: string; from: string };

/** The row that the keys are about. It is known by its key, because rows come and go above it. */
export function useMark(model: Model) {
  const [mark, setMark] = useState<Mark | null>(null);
  const place = mark === null ? null : placeOf(model, mark.path, mark.key);
  const begin = mark === null ? null : placeOf(model, mark.path, mark.from);

  return {
    place,
    key: place === null ? null : (mark?.key ?? null),
    clear: () => setMark(null),

    /** Moves it. An extended one begins where it began. */
    move(to: Place, { isExtended = false } = {}) {
      const section = model.sections[to.section]!;
      const { key } = section.items[to.item]!;
      const { path } = section.file;
      const isSameFile = mark !== null && mark.path === path;
      setMark({ path, key, from: isExtended && isSameFile ? mark.from : key });
    },

    /** The marked lines. Null on anything else. */
    target: () => (place === null || begin === null ? null : targetBetween(model, begin, place)),
  };
}

/** The lines from one place in a file to another. */
export function targetBetween(model: Model, begin: Place, end: Place): FileTarget | null {
  const { file, items } = model.sections[end.section]!;
  const from = Math.min(begin.item, end.item);
  const to = Math.max(begin.item, end.item);
  const rows = items.slice(from, to + 1).flatMap((item) => (item.kind === "row" ? [item.row] : []));
  const target = targetOf(rows);
  return target === null ? null : { ...target, path: file.path };
}

function placeOf({ sections }: Model, path: string, key: string): Place | null {
  const section = sections.findIndex(({ file }) => file.path === path);
  const item = sections[section]?.items.findIndex((one) => one.key === key) ?? -1;
  return item === -1 ? null : { section, item };
}
