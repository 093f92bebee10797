import type { CliHealth } from "@malamar/contract/cli.ts";
import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { CliHealthLabel } from "#components/cli-health-label.tsx";
import { Button } from "#components/ui/button.tsx";
import { copyText } from "#lib/copy-text.ts";

export function CliHealthItem({ cli }: { cli: CliHealth }) {
  // Where the program is there, installing it is no help.
  const command = cli.path === null ? cli.install_command : null;
  const advice = cli.path === null ? null : cli.advice;
  return (
    <li className="space-y-1.5 rounded-md border bg-card p-2.5">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h3 className="font-semibold">{cli.label}</h3>
        <CliHealthLabel health={cli} />
      </div>
      {(cli.error ?? cli.version) !== null && (
        <p className="max-h-32 overflow-y-auto text-sm wrap-any whitespace-pre-wrap text-muted">
          {cli.error ?? cli.version}
        </p>
      )}
      {cli.status === "unhealthy" && advice !== null && <p className="text-sm">{advice}</p>}
      {cli.status === "unhealthy" && command !== null && (
        <Command text={command} label={cli.label} />
      )}
    </li>
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
