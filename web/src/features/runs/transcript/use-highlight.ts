import { useEffect } from "react";

const NAME = "transcript-found";

/** More than fits on a screen. Matches out of view do not matter. */
const MOST = 500;

/** Not in a stylesheet, because the CSS minifier does not know this selector yet. */
const LOOK = `::highlight(${NAME}) {
  text-decoration: underline 2px var(--status-review);
  background-color: var(--review-surface);
}`;

/** One for the page: a chat may have several searchable transcripts. */
function sharedHighlight(): Highlight | null {
  // Older browsers lack it. Matches are still listed, only not highlighted.
  if (typeof Highlight === "undefined") return null;
  const known = CSS.highlights.get(NAME);
  if (known !== undefined) return known;
  const highlight = new Highlight();
  CSS.highlights.set(NAME, highlight);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(LOOK);
  document.adoptedStyleSheets.push(sheet);
  return highlight;
}

/**
 * Highlights every occurrence of a text in an element after each render. It does not change the
 * document.
 */
export function useHighlight(element: HTMLElement | null, text: string): void {
  useEffect(() => {
    const highlight = element === null || text === "" ? null : sharedHighlight();
    if (highlight === null || element === null) return undefined;
    const ranges = rangesOf(element, text.toLowerCase());
    for (const range of ranges) highlight.add(range);
    return () => {
      for (const range of ranges) highlight.delete(range);
    };
  });
}

function rangesOf(element: HTMLElement, needle: string): Range[] {
  const ranges: Range[] = [];
  const nodes = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (nodes.nextNode() !== null && ranges.length < MOST) {
    const node = nodes.currentNode;
    const hay = (node.nodeValue ?? "").toLowerCase();
    // If a change of case changes the length, offsets no longer match.
    if (hay.length !== node.nodeValue?.length) continue;
    for (let at = hay.indexOf(needle); at !== -1; at = hay.indexOf(needle, at + needle.length)) {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + needle.length);
      ranges.push(range);
      if (ranges.length === MOST) break;
    }
  }
  return ranges;
}
