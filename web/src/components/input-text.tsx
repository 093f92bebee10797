import { CopyButton } from "./copy-button.tsx";
import { PlainText } from "./plain-text.tsx";

/** An agent's input, verbatim. However long it is, it takes up no more than a window. */
export function InputText({ text }: { text: string }) {
  return (
    <div className="space-y-1.5">
      <CopyButton text={text} label="Copy input" />
      <article
        aria-label="Input"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so keyboards must reach it
        tabIndex={0}
        dir="auto"
        className="max-h-[60dvh] overflow-y-auto overscroll-contain rounded-md border bg-surface px-2 py-1.5 font-mono text-sm leading-5 focus-visible:-outline-offset-2"
      >
        <PlainText text={text} />
      </article>
    </div>
  );
}
