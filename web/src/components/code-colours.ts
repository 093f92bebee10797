import { useEffect, useSyncExternalStore, type ComponentProps } from "react";
import type ReactMarkdown from "react-markdown";
import { createLateCode } from "#lib/late-code.ts";
import { boundHighlighting, sparingHighlighting } from "./bounded-highlighting.logic.ts";

type Plugins = NonNullable<ComponentProps<typeof ReactMarkdown>["rehypePlugins"]>;

const NO_COLOURS: Plugins = [];
let colours = NO_COLOURS;

/** The grammars of languages weigh as much as all other code that draws a text. */
export const codeColours = createLateCode(async () => {
  const { default: rehypeHighlight } = await import("rehype-highlight");
  // One for all texts: it would read the grammars of all its languages again for each of them.
  const highlight = rehypeHighlight();
  colours = [() => sparingHighlighting, () => highlight, () => boundHighlighting];
});

/**
 * What gives code its colours. Only a text with code in a language fetches it, and is drawn without
 * until it is there. Where it cannot be fetched, code has no colours.
 */
export function useCodeColours(text: string): Plugins {
  const wantsColours = /(?:```|~~~)[ \t]*[^\s`~]/.test(text);
  const plugins = () => (wantsColours ? colours : NO_COLOURS);
  useEffect(() => {
    if (wantsColours) codeColours.fetch().catch(() => {});
  }, [wantsColours]);
  return useSyncExternalStore(codeColours.subscribe, plugins, plugins);
}
