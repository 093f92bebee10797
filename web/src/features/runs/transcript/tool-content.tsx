import { ChangedText } from "./changed-text.tsx";
import { CopyPath } from "./copy-path.tsx";
import { displayText, inputText } from "./display-text.logic.ts";
import type { ToolResult } from "./event-cache.logic.ts";
import { Output } from "./output.tsx";
import { Terminal } from "./terminal.tsx";
import type { ToolDetail } from "./tool-detail.logic.ts";

type ToolContentProps = {
  foldKey: string;
  name: string;
  detail: ToolDetail;
  result: ToolResult | null;
};

/** All details of a call: its input, in a special form if there is one, and its result. */
export function ToolContent({ foldKey, name, detail, result }: ToolContentProps) {
  const { path, command, changes, kind } = detail;
  const rest = detail.rest === null ? "" : inputText(detail.rest);
  const isPart = typeof detail.rest !== "string" && (path !== null || command !== null);
  const isNothing = rest === "" && path === null && command === null && result === null;
  return (
    <>
      {(path !== null || kind !== "other") && (
        <div className="flex items-start gap-2 text-muted">
          {path !== null && <CopyPath path={path} />}
          <span className="ml-auto shrink-0 font-mono text-xs leading-5">{displayText(name)}</span>
        </div>
      )}
      {command !== null && <Terminal foldKey={foldKey} command={command} result={result} />}
      {changes.map((change, index) => (
        <ChangedText
          // oxlint-disable-next-line react/no-array-index-key -- the changes of a call have no other key
          key={index}
          foldKey={`${foldKey}:${index}`}
          path={path}
          isEdit={kind === "edit"}
          {...change}
        />
      ))}
      {rest !== "" && (
        <Output foldKey={`${foldKey}:input`} label={isPart ? "Options" : "Input"} text={rest} />
      )}
      {command === null && result !== null && (
        <Result foldKey={`${foldKey}:result`} result={result} />
      )}
      {isNothing && <p className="text-sm text-muted">The input is unknown.</p>}
    </>
  );
}

type ResultProps = { foldKey: string; result: ToolResult };

export function Result({ foldKey, result }: ResultProps) {
  const text = displayText(result.output);
  if (text.trim() === "") return <p className="text-sm text-muted">The result is empty.</p>;
  const label = result.is_error ? "Error" : "Result";
  return <Output foldKey={foldKey} label={label} text={text} isError={result.is_error} />;
}
