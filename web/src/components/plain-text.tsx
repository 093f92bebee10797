import { piecesOf } from "./plain-text.logic.ts";

/** A verbatim text of any length. If it has many pieces, those out of sight are not laid out. */
export function PlainText({ text }: { text: string }) {
  const pieces = piecesOf(text);
  if (pieces.length <= 1) {
    return <p className="max-w-[72ch] wrap-any whitespace-pre-wrap">{text}</p>;
  }
  return (
    <div className="max-w-[72ch]">
      {pieces.map((piece, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- pieces of a text have no other key
        <p key={index} className="wrap-any whitespace-pre-wrap skip-offscreen">
          {piece}
        </p>
      ))}
    </div>
  );
}
