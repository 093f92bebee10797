import { Check, CircleX, Minus, Wrench } from "lucide-react";
import { WorkingDot } from "#components/working-dot.tsx";
import { displayText, firstLine, inputPreview, inputText } from "./display-text.logic.ts";
import type { ToolResult } from "./event-cache.logic.ts";
import { Fold } from "./fold.tsx";
import { Output } from "./output.tsx";
import { RowFrame } from "./row-frame.tsx";
import type { Row, ToolState } from "./rows.logic.ts";

type ToolRowProps = { row: Extract<Row, { kind: "tool" }>; startedAt: string };

/** A tool that the agent used: its name, what it was about, and how it went. */
export function ToolRow({ row, startedAt }: ToolRowProps) {
  const { seq, at, call, result, state } = row;
  const input = call.input === null ? "" : inputText(call.input);
  return (
    <RowFrame isButton icon={<Wrench aria-hidden />} at={at} startedAt={startedAt}>
      <Fold
        foldKey={String(seq)}
        title={<span className="font-medium text-foreground">{firstLine(call.name)}</span>}
        preview={inputPreview(call.input)}
        isMono
        state={<ToolStateLabel state={state} />}
      >
        {() => (
          <>
            {input !== "" && <Output foldKey={`${seq}:input`} label="Input" text={input} />}
            {result !== null && <Result foldKey={`${seq}:result`} result={result} />}
            {input === "" && result === null && (
              <p className="text-sm text-muted">Nothing is known of what it was given.</p>
            )}
          </>
        )}
      </Fold>
    </RowFrame>
  );
}

type ResultProps = { foldKey: string; result: ToolResult };

export function Result({ foldKey, result }: ResultProps) {
  const text = displayText(result.output);
  if (text.trim() === "") return <p className="text-sm text-muted">The result is empty.</p>;
  const label = result.is_error ? "Error" : "Result";
  return <Output foldKey={foldKey} label={label} text={text} isError={result.is_error} />;
}

export function ToolStateLabel({ state }: { state: ToolState }) {
  switch (state) {
    case "running":
      return (
        <span className="inline-flex items-center gap-1.5 text-status-progress">
          <WorkingDot />
          running
        </span>
      );
    case "ok":
      return (
        <span className="inline-flex items-center gap-1 text-muted">
          <Check aria-hidden className="size-3.5 text-status-done" />
          ok
        </span>
      );
    case "failed":
      return (
        <span className="inline-flex items-center gap-1 text-error">
          <CircleX aria-hidden className="size-3.5" />
          failed
        </span>
      );
    case "none":
      return (
        <span className="inline-flex items-center gap-1 text-muted">
          <Minus aria-hidden className="size-3.5" />
          no result
        </span>
      );
    case "unknown":
      return null;
    default:
      return state satisfies never;
  }
}
