import { useState, type ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import { boundMarkdown, type Excess } from "./bounded-markdown.logic.ts";
import { CopyButton } from "./copy-button.tsx";
import { PlainText } from "./plain-text.tsx";

const REASONS: Readonly<Record<Excess, string>> = {
  length: "The rest of this text is too long to be shown with its formatting.",
  depth: "The rest of this text is nested too deeply to be shown with its formatting.",
  table: "The rest of this text has a table that is too large to be shown.",
  parts: "The rest of this text has too many parts to be shown with its formatting.",
  marks: "The rest of this text has too much formatting to be shown with it.",
};

type BoundedTextProps = {
  text: string;
  /** Renders the kept part with its formatting. */
  render: (kept: string) => ReactNode;
};

/** If only the beginning is shown as Markdown, the whole text is available as plain text. */
export function BoundedText({ text, render }: BoundedTextProps) {
  const [isPlain, setIsPlain] = useState(false);
  const { kept, excess } = boundMarkdown(text);
  if (excess === null) return render(kept);
  return (
    <div className="space-y-2">
      {isPlain ? <PlainText text={text} /> : render(kept)}
      <div className="flex flex-wrap items-center gap-2 text-sm text-muted">
        {!isPlain && <p>{REASONS[excess]}</p>}
        <Button size="small" onClick={() => setIsPlain(!isPlain)}>
          {isPlain ? "Show with formatting" : "Show as text"}
        </Button>
        <CopyButton text={text} label="Copy the whole text" />
      </div>
    </div>
  );
}
