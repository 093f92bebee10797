import { ChevronDown, ChevronUp } from "lucide-react";
import { useState, type ReactNode } from "react";
import { BoundMarkdown } from "#components/markdown.tsx";
import { PlainText } from "#components/plain-text.tsx";
import { BoundedText } from "#components/bounded-text.tsx";
import { Button } from "#components/ui/button.tsx";
import { counted } from "#lib/format.ts";
import { foldedHead } from "#lib/fold.logic.ts";

/** A text by people or agents. Only the beginning of a very long one is shown. */
export function FoldedMarkdown({ text }: { text: string }) {
  const render = (shown: string) => <BoundMarkdown text={shown} />;
  return <BoundedText text={text} render={(kept) => <Folded text={kept} render={render} />} />;
}

/** A text by Malamar, shown verbatim because it quotes programs. */
export function FoldedPlainText({ text }: { text: string }) {
  return <Folded text={text} render={(shown) => <PlainText text={shown} />} />;
}

type FoldedProps = { text: string; render: (shown: string) => ReactNode };

function Folded({ text, render }: FoldedProps) {
  const [isOpen, setIsOpen] = useState(false);
  const head = foldedHead(text);
  if (head === null) return render(text);
  return (
    <div className="space-y-1">
      {render(isOpen ? text : head)}
      <Button
        variant="ghost"
        size="small"
        className="-ml-2"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {isOpen ? <ChevronUp aria-hidden /> : <ChevronDown aria-hidden />}
        {isOpen ? "Show less" : `Show all (${counted(text.length, "character")})`}
      </Button>
    </div>
  );
}
