import { Markdown } from "#components/markdown.tsx";
import { displayText, lookOf } from "./display-text.logic.ts";
import { Output } from "./output.tsx";

type TextsProps = { seq: number; texts: readonly string[] };

/** What the agent says. */
export function Texts({ seq, texts }: TextsProps) {
  return (
    <div className="space-y-1.5">
      {texts.map((text, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- texts are only ever added at the end
        <Said key={index} foldKey={`${seq}.${index}`} text={displayText(text)} />
      ))}
    </div>
  );
}

/** What an agent says, or thinks. */
export function Said({ foldKey, text }: { foldKey: string; text: string }) {
  const look = lookOf(text);
  if (look === "verbatim") return <Output isBare foldKey={foldKey} text={text} />;
  return (
    <div dir="auto">
      {look === "markdown" ? (
        <Markdown text={text} />
      ) : (
        <div className="markdown">
          <p>{text}</p>
        </div>
      )}
    </div>
  );
}
