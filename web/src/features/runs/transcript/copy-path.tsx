import { Check } from "lucide-react";
import { useState } from "react";
import { copyText } from "#lib/copy-text.ts";
import { displayText } from "./display-text.logic.ts";

/** A path that a click copies verbatim. */
export function CopyPath({ path }: { path: string }) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => setIsCopied(await copyText(path));
  return (
    <button
      type="button"
      onClick={() => void copy()}
      onBlur={() => setIsCopied(false)}
      aria-label={`Copy path ${displayText(path)}`}
      data-tooltip="Copy path"
      className="hit-area min-w-0 rounded-sm text-left font-mono text-sm wrap-any hover:underline focus-visible:outline-offset-0"
    >
      <bdi>{displayText(path)}</bdi>
      <span aria-live="polite">
        {isCopied && (
          <span className="ml-1.5 inline-flex items-center gap-1 align-middle font-sans text-muted">
            <Check aria-hidden className="size-3.5" />
            Copied
          </span>
        )}
      </span>
    </button>
  );
}
