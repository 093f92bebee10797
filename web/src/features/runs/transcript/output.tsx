import { counted } from "#lib/format.ts";
import { cn } from "#lib/cn.ts";
import { CopyIcon } from "#components/copy-icon.tsx";
import { cutText } from "./display-text.logic.ts";
import { useFold } from "./folds.ts";

type OutputProps = {
  foldKey: string;
  label?: string;
  text: string;
  isError?: boolean;
  isBare?: boolean;
};

/** A program's output, verbatim. The rest of a long one shows on demand. */
export function Output({ foldKey, label, text, isError = false, isBare = false }: OutputProps) {
  const { isOpen, toggle } = useFold(`${foldKey}:all`);
  const { shown, left } = cutText(text);
  return (
    <div>
      {label !== undefined && (
        <div className="mb-0.5 flex items-center gap-1 text-xs text-muted">
          <p>{label}</p>
          <CopyIcon text={() => text} label={`Copy ${label.toLowerCase()}`} />
        </div>
      )}
      <pre
        dir="auto"
        className={cn(
          "font-mono text-sm wrap-any whitespace-pre-wrap",
          isBare && "leading-5",
          !isBare && "rounded-md border bg-surface px-2 py-1.5",
          isError && "border-error",
        )}
      >
        {isOpen ? text : shown}
        {left > 0 && !isOpen && "…"}
      </pre>
      {left > 0 && (
        <button
          type="button"
          onClick={toggle}
          className="hit-area mt-1 rounded-sm text-sm font-medium text-primary hover:underline"
        >
          {isOpen ? "Show less" : `Show all (${counted(text.length, "character")})`}
        </button>
      )}
    </div>
  );
}
