import type { CliHealth } from "@malamar/contract/cli.ts";
import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { FieldError } from "#components/field.tsx";
import { Button } from "#components/ui/button.tsx";
import { copyText } from "#lib/copy-text.ts";

/** What is wrong with a CLI, and what to do about it. */
export function CliProblem({ cli }: { cli: CliHealth }) {
  if (cli.status === "healthy") return null;
  // Where the program is there, installing it is no help.
  const command = cli.path === null ? cli.install_command : null;
  return (
    <div className="space-y-1.5">
      {cli.error !== null && (
        <div className="max-h-32 overflow-y-auto whitespace-pre-wrap">
          <FieldError>{cli.error}</FieldError>
        </div>
      )}
      {command === null ? (
        <p className="text-sm wrap-any empty:hidden">{cli.advice}</p>
      ) : (
        <>
          <p className="text-sm">
            Install it, sign in to it once in a terminal, then check again. If it is somewhere else,
            set its path below.
          </p>
          <Command text={command} label={cli.label} />
        </>
      )}
    </div>
  );
}

function Command({ text, label }: { text: string; label: string }) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => setIsCopied(await copyText(text));
  return (
    <div className="flex items-center gap-1 rounded-sm bg-surface pl-2">
      <code className="min-w-0 flex-1 py-1 font-mono text-sm wrap-any">{text}</code>
      <Button
        variant="ghost"
        size="icon"
        aria-label={isCopied ? "Copied" : `Copy the command for ${label}`}
        onClick={() => void copy()}
      >
        {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
      </Button>
    </div>
  );
}
