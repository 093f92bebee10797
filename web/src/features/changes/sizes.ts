import { useEffect, useState } from "react";
import type { ViewOptions } from "./view-options.ts";
import { lineOn } from "#components/diff/rows.logic.ts";
import { IS_TOUCH } from "#lib/breakpoints.ts";
import { useMediaQuery } from "#lib/media-query.ts";
import type { Item } from "./items.logic.ts";

/** Two columns, and a header with everything about its file, need this much. */
const WIDE_REM = 40;

/** Browsers draw nothing beyond some 30 million pixels. What is not loaded yet stays below that. */
const MOST_WAITING_PX = 12_000_000;

/** Width of a character in JetBrains Mono, in its own size. */
const CHARACTER = 0.6;

export type Sizes = ReturnType<typeof useSizes>;

/** The measures of the list in pixels. They grow with the browser's text size. */
export function useSizes(element: HTMLElement | null) {
  const isTouch = useMediaQuery(IS_TOUCH);
  const [{ width, height, rem }, setBox] = useState({ width: 0, height: 0, rem: 16 });
  useEffect(() => {
    if (element === null) return undefined;
    const observer = new ResizeObserver(() =>
      setBox({
        width: element.clientWidth,
        height: element.clientHeight,
        rem: Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
      }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return {
    width,
    height,
    line: (isTouch ? 1.5 : 1.25) * rem,
    gap: (isTouch ? 2.75 : 1.75) * rem,
    header: (isTouch ? 2.75 : 2.25) * rem,
    end: 0.75 * rem,
    character: CHARACTER * 0.75 * rem,
    isWide: width >= WIDE_REM * rem,
  };
}

type SizeOptions = Pick<ViewOptions, "layout" | "isWrapped"> & { digits: number; files: number };

/** About how high an item is, before it is drawn. Without wrapping, lines are exactly that high. */
export function estimatedSize(
  item: Item,
  sizes: Sizes,
  { layout, isWrapped, digits, files }: SizeOptions,
): number {
  switch (item.kind) {
    case "header":
      return sizes.header;
    case "end":
      return sizes.end;
    case "waiting": {
      const most = Math.max(5, MOST_WAITING_PX / Math.max(1, files) / sizes.line);
      return sizes.line * Math.min(item.lines, most);
    }
    case "row": {
      if (item.row.kind === "gap") return sizes.gap;
      if (!isWrapped) return sizes.line;
      const columns = codeColumns(sizes, layout, digits);
      const lengths = (["old", "new"] as const).map(
        (side) => lineOn(item.row, side)?.text.length ?? 0,
      );
      return sizes.line * Math.max(1, Math.ceil(Math.max(...lengths) / columns));
    }
    case "draft":
      return 5 * sizes.line;
    case "editor":
      return 9 * sizes.line;
    case "picture":
      return 14 * sizes.line;
    case "failed":
    case "words":
    case "too large":
      return 2.5 * sizes.line;
    default:
      return item satisfies never;
  }
}

/** How many characters fit into a line of code. */
function codeColumns(sizes: Sizes, layout: ViewOptions["layout"], digits: number): number {
  const number = digits * sizes.character + sizes.line * 0.8;
  const sign = sizes.line;
  const room =
    layout === "split" ? sizes.width / 2 - number - sign : sizes.width - 2 * number - sign;
  return Math.max(10, Math.floor((room - 12) / sizes.character));
}
