import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { cn } from "#lib/cn.ts";
import { copyText } from "#lib/copy-text.ts";

type CopyIconProps = {
  /** Computed on demand: the text may be long, and there are many of these buttons. */
  text: () => string;
  label: string;
  className?: string;
};

export function CopyIcon({ text, label, className }: CopyIconProps) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => setIsCopied(await copyText(text()));
  const Icon = isCopied ? Check : Copy;
  return (
    <button
      type="button"
      onClick={() => void copy()}
      onBlur={() => setIsCopied(false)}
      className={cn(
        "hit-area flex size-5 shrink-0 items-center justify-center rounded-sm text-muted hover:bg-hover hover:text-foreground focus-visible:outline-offset-0",
        className,
      )}
    >
      <Icon aria-hidden className="size-3.5" />
      <span aria-live="polite" className="sr-only">
        {isCopied ? "Copied" : label}
      </span>
    </button>
  );
}
