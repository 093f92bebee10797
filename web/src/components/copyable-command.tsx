import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { copyText } from "#lib/copy-text.ts";
import { Button } from "./ui/button.tsx";

type CopyableCommandProps = {
  command: string;
  /** What the button says to users who cannot see the command. */
  label: string;
};

/** A command to type into a terminal. */
export function CopyableCommand({ command, label }: CopyableCommandProps) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => setIsCopied(await copyText(command));
  return (
    <div className="flex items-center gap-1 rounded-sm bg-surface pl-2">
      <code className="min-w-0 flex-1 py-1 font-mono text-sm wrap-any">{command}</code>
      <Button
        variant="ghost"
        size="icon"
        aria-label={isCopied ? "Copied" : label}
        onClick={() => void copy()}
      >
        {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
      </Button>
    </div>
  );
}
