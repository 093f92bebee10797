import { CopyIcon } from "#components/copy-icon.tsx";
import { displayText } from "./display-text.logic.ts";
import type { ToolResult } from "./event-cache.logic.ts";
import { Output } from "./output.tsx";
import { printedBy } from "./tool-detail.logic.ts";

type TerminalProps = { foldKey: string; command: string; result: ToolResult | null };

/** A command as in a terminal: the line, its output, and how it ended. */
export function Terminal({ foldKey, command, result }: TerminalProps) {
  const printed = result === null ? null : printedBy(result);
  const text = printed === null ? "" : displayText(printed.text).trimEnd();
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for form fields, not for a terminal
    <div role="group" aria-label="Terminal" className="divide-y rounded-md border bg-surface">
      <div className="flex gap-1.5 px-2 py-1.5">
        <span aria-hidden className="font-mono text-sm leading-5 text-muted select-none">
          $
        </span>
        <div className="min-w-0 flex-1">
          <Output isBare foldKey={`${foldKey}:command`} text={displayText(command)} />
        </div>
        <CopyIcon text={() => command} label="Copy command" />
      </div>
      {text !== "" && (
        <div className="flex gap-1.5 px-2 py-1.5">
          <div className="min-w-0 flex-1">
            <Output isBare foldKey={`${foldKey}:printed`} text={text} />
          </div>
          <CopyIcon text={() => text} label="Copy output" />
        </div>
      )}
      {result !== null && text === "" && <p className="px-2 py-1 text-sm text-muted">No output.</p>}
      {printed !== null && printed.exitCode !== null && (
        <p className="px-2 py-1 font-mono text-xs text-muted tabular-nums">
          exit code {printed.exitCode}
        </p>
      )}
    </div>
  );
}
