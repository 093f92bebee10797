import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { copyText } from "#lib/copy-text.ts";

type CopyButtonProps = { text: string; label: string };

export function CopyButton({ text, label }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => setIsCopied(await copyText(text));
  return (
    <Button size="small" variant="ghost" onClick={() => void copy()} className="-ml-2">
      {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
      <span aria-live="polite">{isCopied ? "Copied" : label}</span>
    </Button>
  );
}
