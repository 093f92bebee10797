import type { ChangedFile } from "@malamar/contract/changes.ts";
import type { VirtualItem } from "@tanstack/react-virtual";
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  memo,
  useMemo,
  useState,
  useSyncExternalStore,
  type CSSProperties,
  type KeyboardEvent,
  type Ref,
} from "react";
import type { Patch } from "#components/diff/patch.logic.ts";
import { NOTHING_REVEALED, type Revealed } from "#components/diff/rows.logic.ts";
import { cn } from "#lib/cn.ts";
import type { LineDraft } from "#lib/line-drafts.logic.ts";
import { newKey } from "#lib/outbox.ts";
import type { ShortcutId } from "#lib/shortcuts.logic.ts";
import { useShortcuts } from "#lib/shortcuts.ts";
import { announcementOf } from "./announcement.logic.ts";
import type { ChangesOf, Comparison } from "./changes-of.ts";
import { createDiffFiles, type DiffFiles } from "./diff-files.ts";
import { isMoved, placeDrafts, sideBlob } from "./drafts.logic.ts";
import { FileSection } from "./file-section.tsx";
import { contentKey, foldedBecause } from "./files.logic.ts";
import { createItemsCache } from "./items-cache.ts";
import {
  hasPatch,
  modelOf,
  sectionIndex,
  type Item,
  type Model,
  type PlacedDraft,
  type Section,
} from "./items.logic.ts";
import { quoteOf, stepChange, stepFile, stepLine, type Place, type Way } from "./moves.logic.ts";
import { useSizes } from "./sizes.ts";
import { useAnchoredList } from "./use-anchored-list.ts";
import { useLineSelection, type FileTarget } from "./use-line-selection.ts";
import { useMark } from "./use-mark.ts";
import type { ViewOptions } from "./view-options.ts";

export type ListHandle = { goTo: (path: string) => void; focus: () => void };

/** Comments that have not been sent. */
export type Drafts = {
  all: readonly LineDraft[];
  put: (draft: LineDraft) => void;
  remove: (draft: LineDraft) => void;
};

type DiffListProps = {
  of: ChangesOf;
  files: readonly ChangedFile[];
  comparison: Comparison;
  options: ViewOptions;
  /** Null where nobody can comment. */
  drafts: Drafts | null;
  /** Null where nothing can be marked as viewed. */
  onSetViewed: ((file: ChangedFile, isViewed: boolean) => void) | null;
  /** The file at the top has changed. */
  onTop: (path: string) => void;
  /** Where drafts belong now, whenever that changes. */
  onPlaced: (placed: readonly PlacedDraft[]) => void;
  handle: Ref<ListHandle>;
};

/** Loads this far above and below the visible part, in heights of it. */
const NEAR = 2;

const NO_DRAFTS: readonly LineDraft[] = [];

/** All files and their changes in one scroll. Memoized: the tree next to it follows it. */
export const DiffList = memo(function DiffList(props: DiffListProps) {
  const { of, files, comparison, options: wish, drafts, onSetViewed, handle } = props;
  const [element, setElement] = useState<HTMLDivElement | null>(null);
  const sizes = useSizes(element);
  const options = useMemo<ViewOptions>(
    () => (sizes.hasRoomForSplit ? wish : { ...wish, layout: "unified" }),
    [wish, sizes.hasRoomForSplit],
  );
  const store = useDiffFiles(of);
  const { isOpenFile, setOpen } = useOpenFiles();
  const [revealed, setRevealed] = useState<ReadonlyMap<string, Revealed>>(new Map());
  const [editing, setEditing] = useState<LineDraft | null>(null);
  const [said, setSaid] = useState("");
  const all = drafts?.all ?? NO_DRAFTS;

  const { model, placed } = useDiffModel({
    files,
    options,
    store,
    drafts: all,
    editing,
    revealed,
    isOpenFile,
  });
  const digits = useMemo(() => digitsOf(model), [model]);
  const list = useAnchoredList({ element, model, sizes, options, digits });
  const mark = useMark(model);

  const { onPlaced, onTop } = props;
  useEffect(() => onPlaced(placed), [placed, onPlaced]);

  const top = list.virtualizer.scrollOffset ?? 0;
  const topSection = model.sections[list.sectionAtOffset(top)];
  const topPath = topSection?.file.path;
  useEffect(() => {
    if (topPath !== undefined) onTop(topPath);
  }, [topPath, onTop]);

  useWants(() => {
    const moved = new Set(
      all.flatMap((draft) => {
        const file = files.find(({ path }) => path === draft.path);
        return file !== undefined && isMoved(draft, file) ? [file] : [];
      }),
    );
    const first = list.sectionAtOffset(top - NEAR * sizes.height);
    const last = list.sectionAtOffset(top + (1 + NEAR) * sizes.height);
    const middle = list.sectionAtOffset(top);
    const near = model.sections
      .slice(first, last + 1)
      .map((section, at) => ({ section, distance: Math.abs(first + at - middle) }))
      .filter(({ section: { file, isOpen } }) => isOpen && hasPatch(file))
      .toSorted((a, b) => a.distance - b.distance)
      .map(({ section }) => section.file);
    store.want({
      comparison,
      options,
      near: [...new Set([...near, ...[...moved].filter(hasPatch)])],
      whole: new Set([...revealed.keys(), ...[...moved].map(contentKey)]),
    });
  });

  const goTo = (place: Place, align: "start" | "auto" | "center" = "center") => {
    mark.move(place);
    list.scrollTo(place, align);
    setSaid(announcementOf(model, place));
  };
  useImperativeHandle(handle, () => ({
    goTo: (path: string) => {
      const section = model.sections.findIndex(({ file }) => file.path === path);
      if (section !== -1) goTo({ section, item: 0 });
    },
    focus: () => element?.focus({ preventScroll: true }),
  }));

  const showEditor = useEffectEvent((key: string) => {
    const section = model.sections.findIndex(({ items }) => items.some(isEditorOf(key)));
    const item = model.sections[section]?.items.findIndex(isEditorOf(key)) ?? -1;
    if (item !== -1) list.scrollTo({ section, item }, "auto");
  });
  const editingKey = editing?.key;
  useEffect(() => {
    if (editingKey !== undefined) showEditor(editingKey);
  }, [editingKey]);

  /** Where the keys start: at the mark, or at the top. */
  const here = (): Place | null => {
    if (mark.place !== null) return mark.place;
    return top === 0 ? null : { section: list.sectionAtOffset(top + sizes.header), item: 0 };
  };
  const step = (find: typeof stepFile, way: Way) => {
    const place = find(model, here(), way);
    if (place !== null) goTo(place);
  };

  const beginDraft = (target: FileTarget) => {
    const section = model.sections.find(({ file }) => file.path === target.path);
    if (drafts === null || section === undefined) return;
    finishDraft();
    setEditing(newDraft(section, target));
  };
  const finishDraft = () => setEditing(null);
  const backToList = () => {
    finishDraft();
    element?.focus({ preventScroll: true });
  };

  const selection = useLineSelection(beginDraft);

  const toggleViewed = () => {
    const section = model.sections[here()?.section ?? 0];
    if (section === undefined || onSetViewed === null) return;
    const { file } = section;
    setViewed(file, !file.is_viewed);
    if (file.is_viewed) return;
    const next = stepFile(model, { section: model.sections.indexOf(section), item: 0 }, 1);
    if (next !== null) goTo(next);
  };
  const setViewed = useCallback(
    (file: ChangedFile, isViewed: boolean) => {
      setOpen(file, !isViewed);
      onSetViewed?.(file, isViewed);
    },
    [setOpen, onSetViewed],
  );

  useShortcuts({
    next_file: () => step(stepFile, 1),
    previous_file: () => step(stepFile, -1),
    next_change: () => step(stepChange, 1),
    previous_change: () => step(stepChange, -1),
    ...(onSetViewed !== null && { view_file: toggleViewed }),
    ...(drafts !== null && {
      comment_line: () => {
        const target = mark.target();
        if (target !== null) beginDraft(target);
        else setSaid("Go to a change first, with n or p.");
      },
    }),
  } satisfies Partial<Record<ShortcutId, () => void>>);

  const press = (event: KeyboardEvent) => {
    const way = WAYS[event.key];
    if (event.target !== event.currentTarget || way === undefined || mark.place === null) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const place = stepLine(model, mark.place, way);
    if (place === null) return;
    event.preventDefault();
    mark.move(place, { isExtended: event.shiftKey });
    list.scrollTo(place, "auto");
    setSaid(announcementOf(model, place));
  };

  const reveal = useCallback(
    (key: string, gap: number, more: { above: number; below: number }) =>
      setRevealed((before) => {
        const own = new Map(before.get(key) ?? NOTHING_REVEALED);
        const { above = 0, below = 0 } = own.get(gap) ?? {};
        own.set(gap, { above: above + more.above, below: below + more.below });
        return new Map(before).set(key, own);
      }),
    [],
  );

  const editor = useMemo(
    () => ({
      edit: setEditing,
      change: (draft: LineDraft, text: string) => {
        if (text.trim() === "") drafts?.remove(draft);
        else drafts?.put({ ...draft, text });
      },
      remove: (draft: LineDraft) => drafts?.remove(draft),
    }),
    [drafts],
  );

  const visible = groupedBySection(model, list.virtualizer.getVirtualItems());
  const selected = selection.target ?? (mark.key === null ? null : mark.target());
  const isMarking = selection.target !== null || (selected?.end_line ?? 0) > (selected?.line ?? 0);

  return (
    <div className="@container relative min-h-0 min-w-0 flex-1">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrows move the mark */}
      <div
        ref={setElement}
        data-slot="diff-list"
        data-commands=""
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for form fields
        role="group"
        aria-label="Changed lines"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so keyboards must reach it
        tabIndex={0}
        onScroll={list.onScroll}
        onKeyDown={press}
        {...(drafts !== null && selection.handlers)}
        className={cn(
          "absolute inset-0 isolate overflow-auto overscroll-contain [overflow-anchor:none] focus-visible:-outline-offset-2",
          // The marked line has the ring.
          mark.place !== null && "outline-none",
        )}
      >
        <div
          style={
            {
              height: list.virtualizer.getTotalSize(),
              minWidth: options.isWrapped ? undefined : widthOf(model, options, digits, sizes),
              "--line": `${sizes.line}px`,
              "--gap": `${sizes.gap}px`,
              "--header": `${sizes.header}px`,
              "--pane": sizes.width === 0 ? "100%" : `${sizes.width}px`,
              "--digits": digits,
            } as CSSProperties
          }
          // Below the ring of the list.
          className="relative -z-1"
        >
          {visible.map(({ section, items }) => (
            <FileSection
              key={model.sections[section]!.id}
              of={of}
              comparison={comparison}
              section={model.sections[section]!}
              bounds={list.boundsOf(section)}
              items={items}
              measure={list.virtualizer.measureElement}
              colours={store.coloursOf(model.sections[section]!.file, options)}
              isWrapped={options.isWrapped}
              isSplit={options.layout === "split" && options.isWrapped}
              markedKey={mark.place?.section === section ? mark.key : null}
              selected={
                isMarking && selected?.path === model.sections[section]!.file.path ? selected : null
              }
              drafts={placedIn(placed, model.sections[section]!.file)}
              editor={editor}
              onEditorEnd={backToList}
              onToggle={(file) => setOpen(file, !model.sections[section]!.isOpen)}
              onSetViewed={onSetViewed === null ? null : setViewed}
              onReveal={reveal}
              onRetry={(file) => store.retry(file, options)}
            />
          ))}
        </div>
      </div>
      <output className="sr-only">{said}</output>
    </div>
  );
});

function isEditorOf(key: string): (item: Item) => boolean {
  return (item) => item.kind === "editor" && item.placed.draft.key === key;
}

function newDraft({ file, items }: Section, target: FileTarget): LineDraft {
  return {
    key: newKey(),
    ...target,
    text: "",
    quote: quoteOf(items, target),
    blob_id: sideBlob(file, target.side),
    written_at: new Date().toISOString(),
  };
}

const WAYS: Readonly<Record<string, Way>> = { ArrowDown: 1, ArrowUp: -1 };

/** Whoever scrolls fast does not look, and every request that is given up costs something. */
const WANT_MS = 80;

/** Says what is near after every render, but not in every frame. */
function useWants(want: () => void) {
  const tell = useEffectEvent(want);
  const [pace] = useState(() => createPace(WANT_MS));
  useEffect(() => pace.run(tell));
  useEffect(() => pace.stop, [pace]);
}

/** Runs work at once, and then at most once in this time. */
function createPace(ms: number) {
  let last = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = (work: () => void) => {
    const wait = last + ms - performance.now();
    if (wait > 0) {
      timer ??= setTimeout(() => {
        timer = undefined;
        run(work);
      }, wait);
      return;
    }
    last = performance.now();
    work();
  };
  const stop = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  return { run, stop };
}

function useDiffFiles(of: ChangesOf): DiffFiles {
  const [store] = useState(() => createDiffFiles(of));
  useSyncExternalStore(store.subscribe, store.version);
  useEffect(() => () => store.stop(), [store]);
  return store;
}

/** Which files are open. What the user did to one counts as long as its content is the same. */
function useOpenFiles() {
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const isOpenFile = useCallback(
    (file: ChangedFile) => chosen.get(contentKey(file)) ?? foldedBecause(file) === null,
    [chosen],
  );
  const setOpen = useCallback(
    (file: ChangedFile, isOpen: boolean) =>
      setChosen((before) => new Map(before).set(contentKey(file), isOpen)),
    [],
  );
  return { isOpenFile, setOpen };
}

type ModelOptions = {
  files: readonly ChangedFile[];
  options: ViewOptions;
  store: DiffFiles;
  drafts: readonly LineDraft[];
  editing: LineDraft | null;
  revealed: ReadonlyMap<string, Revealed>;
  isOpenFile: (file: ChangedFile) => boolean;
};

const NOTHING_PLACED: readonly PlacedDraft[] = [];

function useDiffModel(given: ModelOptions): { model: Model; placed: readonly PlacedDraft[] } {
  const { files, options, store, drafts, editing, revealed, isOpenFile } = given;
  const [cache] = useState(createItemsCache);
  const version = store.version();
  return useMemo(() => {
    const isNew = editing !== null && drafts.every(({ key }) => key !== editing.key);
    const byPath = Map.groupBy(isNew ? [...drafts, editing] : drafts, ({ path }) => path);
    const placed: PlacedDraft[] = [];
    const model = modelOf(
      files.map((file) => {
        const key = contentKey(file);
        const patch = store.patchOf(file, options);
        const newLines = store.linesOf(file);
        const own = byPath.get(file.path);
        const placedHere =
          own === undefined
            ? NOTHING_PLACED
            : placeDrafts(own, file, { patch: patchIn(patch), newLines });
        placed.push(...placedHere);
        const isOpen = isOpenFile(file);
        const { id, items } = cache.items(key, {
          file,
          isOpen,
          patch,
          // Otherwise only its colours need it.
          newLines: revealed.has(key) ? newLines : null,
          revealed: revealed.get(key) ?? NOTHING_REVEALED,
          layout: options.layout,
          ignoresSpace: options.ignoresSpace,
          placed: placedHere,
          editing: own === undefined ? null : (editing?.key ?? null),
        });
        return { file, id, isOpen, items };
      }),
    );
    const paths = new Set(files.map(({ path }) => path));
    const homeless = drafts.filter(({ path }) => !paths.has(path));
    placed.push(...homeless.map((draft) => ({ draft, range: null })));
    return { model, placed: placed.filter(({ draft }) => draft.text.trim() !== "") };
    // The version stands for everything in the store.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [files, options, store, version, drafts, editing, revealed, isOpenFile, cache]);
}

function patchIn(found: ReturnType<DiffFiles["patchOf"]>): Patch | null {
  return found?.phase === "ready" ? found.value.patch : null;
}

function placedIn(placed: readonly PlacedDraft[], { path }: ChangedFile): number {
  return placed.filter(({ draft }) => draft.path === path).length;
}

function groupedBySection(
  model: Model,
  items: readonly VirtualItem[],
): { section: number; items: VirtualItem[] }[] {
  const groups: { section: number; items: VirtualItem[] }[] = [];
  for (const item of items) {
    const { index } = item;
    if (index >= model.count) continue;
    const last = groups.at(-1);
    const lastSection = last === undefined ? undefined : model.sections[last.section]!;
    if (last !== undefined && index < lastSection!.start + lastSection!.items.length) {
      last.items.push(item);
      continue;
    }
    const section = sectionIndex(model, index);
    groups.push({ section, items: [item] });
  }
  return groups;
}

/** Enough for the largest line number of any file that is there. */
function digitsOf({ sections }: Model): number {
  let most = 0;
  for (const { items } of sections) {
    const row = items.findLast(({ kind }) => kind === "row");
    if (row?.kind !== "row") continue;
    for (const item of items.slice(-3)) {
      if (item.kind !== "row" || item.row.kind === "gap") continue;
      const { row: last } = item;
      const lines = last.kind === "line" ? [last.line] : [last.left, last.right];
      for (const line of lines) most = Math.max(most, line?.old ?? 0, line?.new ?? 0);
    }
  }
  return Math.max(3, String(most).length);
}

function widthOf(
  { sections }: Model,
  { layout }: ViewOptions,
  digits: number,
  { character, line }: ReturnType<typeof useSizes>,
): number {
  let longest = 0;
  for (const { items } of sections) {
    for (const item of items) {
      if (item.kind !== "row" || item.row.kind === "gap") continue;
      const texts = item.row.kind === "line" ? [item.row.line] : [item.row.left, item.row.right];
      for (const text of texts) longest = Math.max(longest, shownLength(text?.text ?? ""));
    }
  }
  const number = digits * character + line;
  const code = Math.min(longest, 4_000) * character + 2 * line;
  return layout === "split" ? 2 * (number + code) : 2 * number + code;
}

/** A tab is up to four characters wide. */
function shownLength(text: string): number {
  let length = text.length;
  for (let at = text.indexOf("\t"); at !== -1; at = text.indexOf("\t", at + 1)) length += 3;
  return length;
}
