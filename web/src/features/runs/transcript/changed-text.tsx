import { useEffect, useSyncExternalStore, type ComponentType } from "react";
import { createLateCode } from "#lib/late-code.ts";
import { displayText } from "./display-text.logic.ts";
import { Output } from "./output.tsx";
import type { Change } from "./tool-detail.logic.ts";

export type ChangedTextProps = Change & {
  foldKey: string;
  /** The changed file. Null if it is not known. */
  path: string | null;
  isEdit: boolean;
};

let Drawn: ComponentType<ChangedTextProps> | null = null;

/** Most transcripts are read without unfolding an edit, and what draws it compares texts. */
const drawing = createLateCode(async () => {
  Drawn = (await import("./drawn-change.tsx")).DrawnChange;
});

/** What a tool changed, as a diff. Plain until its code is there, or if it cannot be fetched. */
export function ChangedText(props: ChangedTextProps) {
  useSyncExternalStore(drawing.subscribe, drawing.isThere);
  useEffect(() => void drawing.fetch().catch(() => {}), []);
  return Drawn === null ? <PlainChange {...props} /> : <Drawn {...props} />;
}

/** Old and new text, side by side if there is room. */
function PlainChange({ foldKey, isEdit, before, after }: ChangedTextProps) {
  const label = isEdit ? "New text" : "Text";
  return (
    <div className="@container">
      <div className={before === null ? "" : "grid gap-1.5 @2xl:grid-cols-2"}>
        {before !== null && (
          <Output foldKey={`${foldKey}:old`} label="Old text" text={displayText(before)} />
        )}
        <Output foldKey={`${foldKey}:new`} label={label} text={displayText(after)} />
      </div>
    </div>
  );
}
