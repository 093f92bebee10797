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
import { cn } from "#lib/cn.ts";
import { useConnection } from "#lib/connection.ts";
import type { LineDraft } from "#lib/line-drafts.logic.ts";
import { newKey } from "#lib/outbox.ts";
import type { ShortcutId } from "#lib/shortcuts.logic.ts";
import { useShortcuts } from "#lib/shortcuts.ts";
import { toast } from "#lib/toast.ts";
import { announcementOf } from "./announcement.logic.ts";
import type { ChangesOf, Comparison } from "./changes-of.ts";
import { createDiffFiles, type DiffFiles } from "./diff-files.ts";
import { isMoved, sideBlob } from "./drafts.logic.ts";
import { FileSection } from "./file-section.tsx";
import { hasPatch } from "./files.logic.ts";
import { sectionIndex, type Item, type Model, type PlacedDraft } from "./items.logic.ts";
import { digitsOf, widthOf } from "./measures.logic.ts";
import {
  joined,
  quoteOf,
  stepChange,
  stepFile,
  stepLine,
  type FileTarget,
  type Place,
  type Way,
} from "./moves.logic.ts";
import { useSizes } from "./sizes.ts";
import { useAnchoredList } from "./use-anchored-list.ts";
import { useChosenFiles, useDiffModel, useRevealed } from "./use-diff-model.ts";
import { useDraftEditor } from "./use-draft-editor.ts";
import type { Drafts } from "./use-drafts.ts";
import { useLineSelection } from "./use-line-selection.ts";
import { targetBetween, useMark } from "./use-mark.ts";
import { useWants } from "./use-wants.ts";
import type { ViewOptions } from "./view-options.ts";

export type ListHandle = { goTo: (path: string) => void; focus: () => void };

type DiffListProps = {
  of: ChangesOf;
  files: readonly ChangedFile[];
  comparison: Comparison;
  options: ViewOptions;
  /** Null where nobody can comment. */
  drafts: Drafts | null;
  /** What drafts are whose lines are not there. */
  lost: "outdated" | "elsewhere";
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
  const { of, files, comparison, options: wish, drafts, lost, onSetViewed, handle } = props;
  const { isOffline } = useConnection();
  const [element, setElement] = useState<HTMLDivElement | null>(null);
  const sizes = useSizes(element);
  const options = useMemo<ViewOptions>(
    () => (sizes.isWide ? wish : { ...wish, layout: "unified" }),
    [wish, sizes.isWide],
  );
  const store = useDiffFiles(of);
  const { chosen, setOpen } = useChosenFiles();
  const { revealed, reveal } = useRevealed(options);
  const editor = useDraftEditor(drafts);
  const { editing } = editor;
  const [said, setSaid] = useState("");
  const all = drafts?.all ?? NO_DRAFTS;

  const { model, placed } = useDiffModel({
    files,
    options,
    isNarrow: !sizes.isWide,
    store,
    drafts: all,
    lost,
    editing,
    revealed,
    chosen,
  });
  const digits = useMemo(() => digitsOf(model), [model]);
  const { layout, isWrapped } = options;
  const { character, line } = sizes;
  const width = useMemo(
    () => (isWrapped ? undefined : widthOf(model, layout, digits, { character, line })),
    [model, layout, isWrapped, digits, character, line],
  );
  const field = useMemo(() => editing && fieldIn(model, editing.draft.key), [model, editing]);
  const kept = field === null ? -1 : model.sections[field.section]!.start + field.item;
  const list = useAnchoredList({ element, model, sizes, options, digits, kept });
  const mark = useMark(model);

  useEffect(() => {
    if (!isOffline) store.retryAll();
  }, [isOffline, store]);

  const { onPlaced, onTop } = props;
  useEffect(() => onPlaced(placed), [placed, onPlaced]);

  const top = list.virtualizer.scrollOffset ?? 0;
  const topSection = model.sections[list.placeAt(top).section];
  const topPath = topSection?.file.path;
  useEffect(() => {
    if (topPath !== undefined) onTop(topPath);
  }, [topPath, onTop]);

  useWants(() => {
    const moved = all.flatMap((draft) => {
      const file = files.find(({ path }) => path === draft.path);
      return file !== undefined && hasPatch(file) && isMoved(draft, file) ? [file] : [];
    });
    const first = list.placeAt(top - NEAR * sizes.height).section;
    const last = list.placeAt(top + (1 + NEAR) * sizes.height).section;
    const middle = list.placeAt(top).section;
    const near = model.sections
      .slice(first, last + 1)
      .map((section, at) => ({ section, distance: Math.abs(first + at - middle) }))
      .filter(({ section: { file, isOpen } }) => isOpen && hasPatch(file))
      .toSorted((a, b) => a.distance - b.distance)
      .map(({ section }) => section.file);
    store.want({ comparison, options, near, moved, revealed: revealed.keys() });
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

  const showEditor = useEffectEvent(() => field !== null && list.scrollTo(field, "auto"));
  const editingKey = editing?.draft.key;
  useEffect(() => {
    if (editingKey !== undefined) showEditor();
  }, [editingKey]);

  /** Where the keys start: at the mark, or right above the first row in sight. */
  const here = (): Place | null => {
    if (mark.place !== null) return mark.place;
    if (top === 0) return null;
    const { section, item } = list.placeAt(top + sizes.header);
    return { section, item: Math.max(0, item - 1) };
  };
  const step = (find: typeof stepFile, way: Way) => {
    const place = find(model, here(), way);
    if (place !== null) goTo(place);
  };

  const beginDraft = (target: FileTarget) => {
    const section = model.sections.find(({ file }) => file.path === target.path);
    if (drafts === null || section === undefined) return;
    editor.begin({
      key: newKey(),
      ...target,
      text: "",
      quote: quoteOf(section.items, target),
      blob_id: sideBlob(section.file, target.side),
      written_at: new Date().toISOString(),
    });
  };
  /** Without a word yet, so that a tap on another number means all lines up to it. */
  const isEmptyField = editing !== null && all.every(({ key }) => key !== editing.draft.key);
  const selection = useLineSelection((target, by) =>
    beginDraft(by === "tap" && isEmptyField ? joined(editing.draft, target) : target),
  );
  const focusList = () => element?.focus({ preventScroll: true });

  /** Without a marked line, the next change is meant. */
  const commentHere = () => {
    const target = mark.target();
    if (target !== null) return beginDraft(target);
    const place = stepChange(model, here(), 1);
    const next = place && targetBetween(model, place, place);
    if (place === null || next === null) {
      toast.info("There is no changed line to comment on here");
      return;
    }
    mark.move(place);
    beginDraft(next);
  };

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
    ...(onSetViewed !== null && !isOffline && { view_file: toggleViewed }),
    ...(drafts !== null && { comment_line: commentHere }),
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
          mark.place !== null && list.isInSight(mark.place) && "outline-none",
        )}
      >
        <div
          style={
            {
              height: list.virtualizer.getTotalSize(),
              minWidth: width,
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
              isWrapped={isWrapped}
              isSplit={layout === "split" && isWrapped}
              markedKey={mark.place?.section === section ? mark.key : null}
              selected={
                isMarking && selected?.path === model.sections[section]!.file.path ? selected : null
              }
              drafts={placedIn(placed, model.sections[section]!.file)}
              editor={editor}
              onFocusLost={focusList}
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

/** Where the field for a comment is. */
function fieldIn({ sections }: Model, key: string): Place | null {
  const isField = (item: Item) => item.kind === "editor" && item.placed.draft.key === key;
  const section = sections.findIndex(({ items }) => items.some(isField));
  const item = sections[section]?.items.findIndex(isField) ?? -1;
  return item === -1 ? null : { section, item };
}

const WAYS: Readonly<Record<string, Way>> = { ArrowDown: 1, ArrowUp: -1 };

function useDiffFiles(of: ChangesOf): DiffFiles {
  const [store] = useState(() => createDiffFiles(of));
  useSyncExternalStore(store.subscribe, store.version);
  useEffect(() => () => store.stop(), [store]);
  return store;
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
