import type { ChangedFile } from "@malamar/contract/changes.ts";
import { useCallback, useMemo, useState } from "react";
import { NOTHING_REVEALED, type Revealed } from "#components/diff/rows.logic.ts";
import type { LineDraft } from "#lib/line-drafts.logic.ts";
import type { DiffFiles } from "./diff-files.ts";
import { placeDrafts } from "./drafts.logic.ts";
import { contentKey, foldedBecause } from "./files.logic.ts";
import { createItemsCache } from "./items-cache.ts";
import { modelOf, type Model, type PlacedDraft } from "./items.logic.ts";
import type { Editing } from "./use-draft-editor.ts";
import type { ViewOptions } from "./view-options.ts";

type ModelOptions = {
  files: readonly ChangedFile[];
  options: ViewOptions;
  isNarrow: boolean;
  store: DiffFiles;
  drafts: readonly LineDraft[];
  /** What drafts are whose lines are not there. */
  lost: "outdated" | "elsewhere";
  editing: Editing | null;
  revealed: AllRevealed;
  /** Which files the user has opened or folded. */
  chosen: ReadonlyMap<string, boolean>;
};

const NOTHING_PLACED: readonly PlacedDraft[] = [];

/** Everything in the list, and where drafts belong in it. */
export function useDiffModel(given: ModelOptions): {
  model: Model;
  placed: readonly PlacedDraft[];
} {
  const { files, options, isNarrow, store, drafts, lost, editing, revealed, chosen } = given;
  const [itemsOf] = useState(createItemsCache);
  const version = store.version();
  return useMemo(() => {
    const byPath = Map.groupBy(withEdited(drafts, editing), ({ path }) => path);
    const reasons = files.map((file) => foldedBecause(file, store.hasLongLines(file)));
    const parts = files.map((file, at) => {
      const key = contentKey(file);
      const patch = store.patchOf(file, options);
      const text = store.textOf(file);
      const own = byPath.get(file.path);
      return {
        file,
        isOpen: chosen.get(key) ?? reasons[at] === null,
        patch,
        // Otherwise only its colours need it.
        text: revealed.has(key) ? text : undefined,
        revealed: revealed.get(key) ?? NOTHING_REVEALED,
        layout: options.layout,
        context: options.context,
        ignoresSpace: options.ignoresSpace,
        isNarrow,
        placed:
          own === undefined
            ? NOTHING_PLACED
            : placeDrafts(own, file, { patch, text, ignoresSpace: options.ignoresSpace, lost }),
        editing: own === undefined ? null : (editing?.draft.key ?? null),
      };
    });
    const model = modelOf(
      itemsOf(parts).map(({ part: { file, isOpen }, ...entry }, at) => ({
        ...entry,
        file,
        isOpen,
        reason: reasons[at] ?? null,
      })),
    );
    const paths = new Set(files.map(({ path }) => path));
    const homeless = drafts.filter(({ path }) => !paths.has(path));
    const placed = [
      ...parts.flatMap((part) => part.placed),
      ...homeless.map((draft) => ({ draft, at: lost })),
    ];
    return { model, placed: placed.filter(({ draft }) => draft.text.trim() !== "") };
    // The version stands for everything in the store.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [files, options, isNarrow, store, version, drafts, lost, editing, revealed, chosen, itemsOf]);
}

/** One without a word is not among the stored ones. */
function withEdited(drafts: readonly LineDraft[], editing: Editing | null): readonly LineDraft[] {
  const isThere = editing === null || drafts.some(({ key }) => key === editing.draft.key);
  return isThere ? drafts : [...drafts, { ...editing.draft, text: "" }];
}

/** Which files are open. What the user did to one counts as long as its content is the same. */
export function useChosenFiles() {
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const setOpen = useCallback(
    (file: ChangedFile, isOpen: boolean) =>
      setChosen((before) => new Map(before).set(contentKey(file), isOpen)),
    [],
  );
  return { chosen, setOpen };
}

type AllRevealed = ReadonlyMap<string, Revealed>;

const NONE_REVEALED: AllRevealed = new Map();

/** What was unfolded between the changes of each file. With other options, its gaps are others. */
export function useRevealed({ context, ignoresSpace }: ViewOptions) {
  const gaps = `${context} ${ignoresSpace}`;
  const [kept, setKept] = useState({ gaps, revealed: NONE_REVEALED });
  const revealed = kept.gaps === gaps ? kept.revealed : NONE_REVEALED;
  const reveal = useCallback(
    (key: string, gap: number, more: { above: number; below: number }) =>
      setKept((before) => {
        const all = before.gaps === gaps ? before.revealed : NONE_REVEALED;
        const own = new Map(all.get(key) ?? NOTHING_REVEALED);
        const { above = 0, below = 0 } = own.get(gap) ?? {};
        own.set(gap, { above: above + more.above, below: below + more.below });
        return { gaps, revealed: new Map(all).set(key, own) };
      }),
    [gaps],
  );
  return { revealed, reveal };
}
