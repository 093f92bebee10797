import type { LucideIcon } from "lucide-react";
import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { copyText } from "#lib/copy-text.ts";
import { Button } from "./ui/button.tsx";
import { Tooltip } from "./ui/tooltip.tsx";

type CopyableNameProps = {
  icon: LucideIcon;
  /** What kind of name it is. */
  kind: string;
  name: string;
};

/** A name to be copied into a terminal. */
export function CopyableName({ icon: Icon, kind, name }: CopyableNameProps) {
  const [isCopied, setIsCopied] = useState(false);
  const label = isCopied ? "Copied" : `Copy ${kind}`;
  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-1">
      <Icon aria-hidden className="size-3.5 shrink-0 text-muted" />
      <span className="min-w-0 font-mono text-sm wrap-any">{name}</span>
      <Tooltip text={label}>
        <Button
          variant="ghost"
          size="icon"
          className="size-6 rounded-sm [&_svg]:size-3.5"
          aria-label={label}
          data-command={`Copy ${kind} ${name}`}
          onClick={() => void copyText(name).then(setIsCopied)}
        >
          {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
        </Button>
      </Tooltip>
    </span>
  );
}
