import { useMemo } from "react";
import { DiffBlock } from "#components/diff/diff-block.tsx";
import { patchBetween, patchedFiles, type PatchedFile } from "#components/diff/edit-patch.logic.ts";
import type { ChangedTextProps } from "./changed-text.tsx";
import { CopyIcon } from "#components/copy-icon.tsx";
import { CUT_LINES, displayText } from "./display-text.logic.ts";
import { useFold } from "./folds.ts";

/** A change as a diff: of two texts, or of all files of a patch. */
export function DrawnChange({ foldKey, path, isEdit, before, after }: ChangedTextProps) {
  const files = useMemo(() => {
    const text = displayText(after);
    const patched = before === null ? patchedFiles(text) : null;
    if (patched !== null) return patched;
    const old = before === null ? null : displayText(before);
    return [{ path: path ?? "", patch: patchBetween(old, text), note: null }];
  }, [path, before, after]);
  const label = isEdit ? "Change" : "Text";
  return (
    <div>
      <div className="mb-0.5 flex items-center gap-1 text-xs text-muted">
        <p>{label}</p>
        <CopyIcon text={() => after} label={before === null ? "Copy text" : "Copy new text"} />
      </div>
      <div className="space-y-1.5">
        {files.map((file, index) => (
          <File
            // oxlint-disable-next-line react/no-array-index-key -- a patch may name a file twice
            key={index}
            foldKey={`${foldKey}:diff ${index}`}
            // A single file is named above.
            title={files.length > 1 ? file.path : ""}
            {...file}
          />
        ))}
      </div>
    </div>
  );
}

type FileProps = PatchedFile & { foldKey: string; title: string };

function File({ foldKey, title, path, patch, note }: FileProps) {
  const { isOpen, toggle } = useFold(foldKey);
  return (
    <div>
      {title !== "" && <p className="font-mono text-xs wrap-any text-muted">{title}</p>}
      {note !== null && <p className="text-sm wrap-any text-muted">{note}</p>}
      {(note === null || patch.hunks.length > 0) && (
        <DiffBlock path={path} patch={patch} most={CUT_LINES} isOpen={isOpen} onToggle={toggle} />
      )}
    </div>
  );
}
