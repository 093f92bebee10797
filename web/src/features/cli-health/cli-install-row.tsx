import type { CliHealth } from "@malamar/contract/cli.ts";
import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { copyText } from "#lib/copy-text.ts";

/**
 * A CLI that could be installed. If its program exists, installing it again does not help, so the
 * row says what is wrong.
 */
export function CliInstallRow({ cli }: { cli: CliHealth }) {
  const command = cli.path === null ? cli.install_command : null;
  return (
    <li className="flex min-h-8 flex-wrap items-center justify-between gap-x-3 py-0.5 pointer-coarse:min-h-11">
      <span className="font-medium">{cli.label}</span>
      {command === null ? (
        <span className="min-w-0 flex-1 basis-40 text-right text-sm wrap-any text-muted">
          {cli.advice ?? cli.error}
        </span>
      ) : (
        <CopyInstallCommand label={cli.label} command={command} />
      )}
    </li>
  );
}

function CopyInstallCommand({ label, command }: { label: string; command: string }) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => setIsCopied(await copyText(command));
  return (
    <Tooltip text={command}>
      <Button
        size="small"
        variant="ghost"
        aria-label={isCopied ? `Copied for ${label}` : `Copy install command for ${label}`}
        onClick={() => void copy()}
      >
        {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
        {isCopied ? "Copied" : "Copy install command"}
      </Button>
    </Tooltip>
  );
}
