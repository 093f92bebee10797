import { defaultRangeExtractor, useVirtualizer, type Range } from "@tanstack/react-virtual";
import { useCallback, useEffect, useLayoutEffect, useState } from "react";
import { withKept } from "#lib/kept-row.logic.ts";
import { itemAt, sectionIndex, type Model } from "./items.logic.ts";
import type { Place } from "./moves.logic.ts";
import { estimatedSize, type Sizes } from "./sizes.ts";
import type { ViewOptions } from "./view-options.ts";

/** Rows drawn above and below the visible part. */
const OVERSCAN = 12;

/** What the user looks at: an item, and how far its top is above the top of the list. */
type Anchor = { key: string; id: string; hidden: number };

type ListOptions = {
  element: HTMLElement | null;
  model: Model;
  sizes: Sizes;
  options: ViewOptions;
  digits: number;
  /** The number of an item that is drawn even out of view. -1 for none. */
  kept: number;
};

/**
 * The rows of all files, of which only those in sight are drawn. Whatever comes or goes above, what
 * the user looks at stays where it is.
 */
export function useAnchoredList({ element, model, sizes, options, digits, kept }: ListOptions) {
  const { layout, isWrapped } = options;
  // oxlint-disable-next-line react/incompatible-library -- its results are read again in every render
  const virtualizer = useVirtualizer({
    count: model.count,
    getScrollElement: () => element,
    getItemKey: useCallback((index: number) => itemAt(model, index).key, [model]),
    estimateSize: (index) =>
      estimatedSize(itemAt(model, index), sizes, {
        layout,
        isWrapped,
        digits,
        files: model.sections.length,
      }),
    rangeExtractor: useCallback(
      (range: Range) => withKept(defaultRangeExtractor(range), kept),
      [kept],
    ),
    overscan: OVERSCAN,
    scrollPaddingStart: sizes.header,
  });

  // Heights from before no longer mean anything.
  const shape = [layout, isWrapped, sizes.width, sizes.line, digits].join(" ");
  useEffect(() => {
    virtualizer.measure();
    // It forgets what is drawn too, and hears of that only when it changes again.
    virtualizer.getTotalSize();
    for (const drawn of virtualizer.elementsCache.values()) virtualizer.measureElement(drawn);
  }, [virtualizer, shape]);

  const [anchored] = useState<{ at: Anchor | null; model: Model }>(() => ({ at: null, model }));
  const rememberAnchor = () => {
    // Its own offset, because reading the element's would lay out the page in every frame.
    const top = virtualizer.scrollOffset ?? 0;
    anchored.at = element === null ? null : anchorAt(virtualizer, model, top);
    anchored.model = model;
  };
  useLayoutEffect(() => {
    if (element === null) return;
    const { at } = anchored;
    if (at !== null && anchored.model !== model && element.scrollTop > 0) {
      const top = topOf(virtualizer, model, at);
      // A pixel is rounding.
      if (top !== null && Math.abs(top - element.scrollTop) > 1) virtualizer.scrollToOffset(top);
    }
    rememberAnchor();
  });

  return {
    virtualizer,
    onScroll: rememberAnchor,

    /** What is at this height. */
    placeAt(offset: number): Place {
      const index = virtualizer.getVirtualItemForOffset(Math.max(0, offset))?.index;
      if (index === undefined) return { section: 0, item: 0 };
      const section = sectionIndex(model, index);
      return { section, item: index - (model.sections[section]?.start ?? 0) };
    },

    isInSight({ section, item }: Place): boolean {
      const { startIndex, endIndex } = virtualizer.range ?? { startIndex: 0, endIndex: -1 };
      const { start, items } = model.sections[section]!;
      // The header of a file stays in sight as long as the file does.
      const last = item === 0 ? start + items.length - 1 : start + item;
      return start + item <= endIndex && last >= startIndex;
    },

    /** Where a file begins and ends. */
    boundsOf(section: number): { top: number; height: number } {
      const { start, items } = model.sections[section]!;
      const top = virtualizer.measurementsCache[start]?.start ?? 0;
      const end = virtualizer.measurementsCache[start + items.length - 1]?.end ?? top;
      return { top, height: end - top };
    },

    scrollTo({ section, item }: Place, align: "start" | "auto" | "center") {
      const { start } = model.sections[section]!;
      // Its header is above what belongs to it already.
      if (item === 0) virtualizer.scrollToOffset(virtualizer.measurementsCache[start]?.start ?? 0);
      else virtualizer.scrollToIndex(start + item, { align });
    },
  };
}

type Virtualizer = ReturnType<typeof useVirtualizer<HTMLElement, Element>>;

function anchorAt(virtualizer: Virtualizer, model: Model, top: number): Anchor | null {
  const item = virtualizer.getVirtualItemForOffset(top);
  if (item === undefined || item.index >= model.count) return null;
  const { id } = model.sections[sectionIndex(model, item.index)]!;
  return { key: String(item.key), id, hidden: top - item.start };
}

/** Where to scroll so that the anchor is where it was. A row that is gone stands for its file. */
function topOf(virtualizer: Virtualizer, model: Model, { key, id, hidden }: Anchor): number | null {
  const section = model.sections.find((one) => one.id === id);
  if (section === undefined) return null;
  const at = section.items.findIndex((item) => item.key === key);
  const found = virtualizer.measurementsCache[section.start + Math.max(0, at)];
  if (found === undefined) return null;
  return at === -1 ? found.start : found.start + hidden;
}
