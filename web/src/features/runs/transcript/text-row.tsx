import { Markdown } from "#components/markdown.tsx";
import { displayText, lookOf } from "./display-text.logic.ts";
import { Output } from "./output.tsx";
import { useTurn } from "./turns.ts";

type TextsProps = { seq: number; texts: readonly string[] };

export function Texts({ seq, texts }: TextsProps) {
  return (
    <div className="space-y-1.5">
      {texts.map((text, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- texts are only ever appended
        <Said key={index} foldKey={`${seq}.${index}`} text={displayText(text)} />
      ))}
    </div>
  );
}

/** What an agent says or thinks. */
export function Said({ foldKey, text }: { foldKey: string; text: string }) {
  const look = lookOf(text);
  if (look === "verbatim") return <Output isBare foldKey={foldKey} text={text} />;
  return (
    <div dir="auto">
      {look === "plain" && <Plain text={text} />}
      {look === "markdown" && <Markdown text={text} />}
      {look === "long markdown" && <LongMarkdown text={text} />}
    </div>
  );
}

function LongMarkdown({ text }: { text: string }) {
  const isMyTurn = useTurn();
  return isMyTurn ? <Markdown text={text} /> : <Plain text={text} />;
}

function Plain({ text }: { text: string }) {
  return (
    <div className="markdown">
      <p className="whitespace-pre-wrap">{text}</p>
    </div>
  );
}
