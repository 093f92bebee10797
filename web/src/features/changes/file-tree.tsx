import type { ChangedFile } from "@malamar/contract/changes.ts";
import { defaultRangeExtractor, useVirtualizer, type Range } from "@tanstack/react-virtual";
import { Check, ChevronRight, Search } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent } from "react";
import { Input } from "#components/ui/input.tsx";
import { cn } from "#lib/cn.ts";
import { IS_TOUCH } from "#lib/breakpoints.ts";
import { counted } from "#lib/format.ts";
import { withKept } from "#lib/kept-row.logic.ts";
import { useMediaQuery } from "#lib/media-query.ts";
import { ChangeFigures } from "#components/change-figures.tsx";
import { FileStatus } from "./file-header.tsx";
import { treeRows, treeStep, type TreeKey, type TreeRow } from "./tree.logic.ts";

type FileTreeProps = {
  files: readonly ChangedFile[];
  /** The file at the top of the list. */
  current: string | null;
  onChoose: (path: string) => void;
};

const KEYS: ReadonlySet<string> = new Set<TreeKey>([
  "ArrowDown",
  "ArrowUp",
  "ArrowLeft",
  "ArrowRight",
  "Home",
  "End",
]);

function isTreeKey(key: string): key is TreeKey {
  return KEYS.has(key);
}

/** More than fits on a screen: with fewer files, a search is only in the way. */
const MOST_WITHOUT_SEARCH = 20;

/** The changed files in their folders. One stop for the Tab key; the arrows go through it. */
export function FileTree({ files, current, onChoose }: FileTreeProps) {
  const [query, setQuery] = useState("");
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [element, setElement] = useState<HTMLDivElement | null>(null);
  const [active, setActive] = useState<string | null>(null);
  const wantsFocus = useRef(false);
  const isTouch = useMediaQuery(IS_TOUCH);
  const rows = useMemo(() => treeRows(files, { closed, query }), [files, closed, query]);
  const at = Math.max(
    0,
    rows.findIndex(({ path }) => path === (active ?? current)),
  );

  // oxlint-disable-next-line react/incompatible-library -- its results are read again in every render
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => element,
    estimateSize: () => (isTouch ? 44 : 28),
    // The Tab key leads to it even out of view.
    rangeExtractor: useCallback(
      (range: Range) => withKept(defaultRangeExtractor(range), at < range.count ? at : -1),
      [at],
    ),
    overscan: 10,
  });
  useEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    element?.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"]')?.focus();
  });

  const currentAt = rows.findIndex(({ path }) => path === current);
  useEffect(() => {
    // Whoever goes through the tree stays where they are.
    if (currentAt === -1 || element?.contains(document.activeElement)) return;
    const { startIndex, endIndex } = virtualizer.range ?? { startIndex: 0, endIndex: -1 };
    if (currentAt <= startIndex || currentAt >= endIndex) virtualizer.scrollToIndex(currentAt);
  }, [currentAt, element, virtualizer]);

  const toggle = (path: string) =>
    setClosed((before) => {
      const next = new Set(before);
      if (!next.delete(path)) next.add(path);
      return next;
    });
  const choose = (row: TreeRow) => {
    setActive(row.path);
    if (row.kind === "folder") toggle(row.path);
    else onChoose(row.path);
  };

  const press = (event: KeyboardEvent) => {
    const row = rows[at];
    if (row === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      return choose(row);
    }
    const step = isTreeKey(event.key) ? treeStep(rows, at, event.key) : null;
    if (step === null) return;
    event.preventDefault();
    event.stopPropagation();
    if ("toggle" in step) return toggle(step.toggle);
    // Without a move nothing is drawn now, and a later drawing would take the focus from elsewhere.
    if (step.to === at) return;
    setActive(rows[step.to]!.path);
    virtualizer.scrollToIndex(step.to);
    wantsFocus.current = true;
  };

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {files.length > MOST_WITHOUT_SEARCH && (
        <div className="relative shrink-0 p-2">
          <Search
            aria-hidden
            className="pointer-events-none absolute top-1/2 left-4 size-3.5 -translate-y-1/2 text-muted"
          />
          <Input
            type="search"
            aria-label="Filter files"
            placeholder="Filter files"
            value={query}
            onChange={(event) => setQuery(event.currentTarget.value)}
            onKeyDown={(event) =>
              event.key === "Escape" && query !== "" && (event.stopPropagation(), setQuery(""))
            }
            className="pl-7.5"
          />
        </div>
      )}
      <div
        ref={setElement}
        role="tree"
        aria-label="Changed files"
        data-commands=""
        tabIndex={-1}
        onKeyDown={press}
        className="min-h-0 flex-1 overflow-y-auto py-1"
      >
        <div style={{ height: virtualizer.getTotalSize() }} className="relative" role="none">
          {virtualizer.getVirtualItems().map(({ index, start, size }) => {
            const row = rows[index];
            if (row === undefined) return null;
            return (
              <Row
                key={row.path}
                row={row}
                top={start}
                height={size}
                isCurrent={row.path === current}
                isActive={index === at}
                onChoose={() => choose(row)}
              />
            );
          })}
        </div>
        {rows.length === 0 && query !== "" && (
          <p className="px-3 py-2 text-sm text-muted">No path contains “{query}”.</p>
        )}
      </div>
    </div>
  );
}

type RowProps = {
  row: TreeRow;
  top: number;
  height: number;
  isCurrent: boolean;
  /** The arrows start here. */
  isActive: boolean;
  onChoose: () => void;
};

function Row({ row, top, height, isCurrent, isActive, onChoose }: RowProps) {
  const { name, depth, position, of } = row;
  const place = { top, height, paddingLeft: `${0.5 + depth * 0.75}rem` };
  const common = {
    role: "treeitem",
    "aria-level": depth + 1,
    "aria-posinset": position,
    "aria-setsize": of,
    tabIndex: isActive ? 0 : -1,
    style: place,
    onClick: onChoose,
  } as const;
  const look =
    "absolute left-0 flex w-full cursor-pointer items-center gap-1.5 pr-2 text-sm hover:bg-hover focus-visible:-outline-offset-2";
  if (row.kind === "folder") {
    return (
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the tree handles the keys
      <div
        {...common}
        aria-expanded={row.isOpen}
        aria-selected={false}
        aria-label={`${name}, ${counted(row.files, "file")}`}
        className={cn(look, "text-muted")}
      >
        <ChevronRight aria-hidden className={cn("size-3.5 shrink-0", row.isOpen && "rotate-90")} />
        <span className="min-w-0 truncate">{name}</span>
      </div>
    );
  }
  const { file } = row;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the tree handles the keys
    <div
      {...common}
      aria-selected={isCurrent}
      aria-current={isCurrent ? "true" : undefined}
      data-tooltip={file.path}
      className={cn(look, isCurrent && "bg-hover", file.is_viewed && "text-muted")}
    >
      <span className="w-3.5 shrink-0" aria-hidden />
      <FileStatus file={file} />
      <span className="min-w-0 flex-1 truncate">{name}</span>
      {file.is_viewed && (
        <>
          <Check aria-hidden className="size-3.5 shrink-0 text-status-done" />
          <span className="sr-only">viewed</span>
        </>
      )}
      <ChangeFigures additions={file.additions} deletions={file.deletions} />
    </div>
  );
}
