import { firstLine } from "./display-text.logic.ts";
import { Fold } from "./fold.tsx";
import { RowFrame } from "./row-frame.tsx";
import type { At, Tool } from "./rows.logic.ts";
import { TodoList } from "./todo-list.tsx";
import { Result, ToolContent } from "./tool-content.tsx";
import { printedBy, toolDetail, todoSummary, type Todo } from "./tool-detail.logic.ts";
import { ToolIcon } from "./tool-icon.tsx";
import type { ToolKind } from "./tool-kind.logic.ts";
import { ToolStateLabel } from "./tool-state-label.tsx";

/** A verb for each kind of tool. Tools of other kinds only show their names. */
const WORDS: Readonly<Record<Exclude<ToolKind, "other">, string>> = {
  read: "Read",
  search: "Search",
  edit: "Edit",
  write: "Write",
  command: "Run",
  web: "Web",
  todo: "To-do",
  agent: "Agent",
};

type ToolRowProps = { row: At & Tool; startedAt: string };

/** A tool the agent used: its purpose, its subject, and a mark if it failed. */
export function ToolRow({ row, startedAt }: ToolRowProps) {
  const { seq, at, call, result, state } = row;
  const detail = toolDetail(call.name, call.input);
  const { kind, path, subject, todos } = detail;
  if (todos !== null) return <TodoRow row={row} todos={todos} startedAt={startedAt} />;
  return (
    <RowFrame isButton icon={<ToolIcon kind={kind} />} at={at} startedAt={startedAt}>
      <Fold
        foldKey={String(seq)}
        title={
          <span className="font-medium text-foreground">
            {kind === "other" ? firstLine(call.name) : WORDS[kind]}
          </span>
        }
        preview={subject}
        isMono
        isPath={path !== null}
        state={<ToolStateLabel state={state} detail={kind === "command" ? exitOf(row) : null} />}
      >
        {() => (
          <ToolContent foldKey={String(seq)} name={call.name} detail={detail} result={result} />
        )}
      </Fold>
    </RowFrame>
  );
}

function exitOf({ result }: Tool): string | null {
  const exitCode = result === null ? null : printedBy(result).exitCode;
  return exitCode === null ? null : `failed, exit ${exitCode}`;
}

/** A to-do list, unfolded from the start: it is short, and the best summary of a run. */
function TodoRow({ row, todos, startedAt }: ToolRowProps & { todos: readonly Todo[] }) {
  const { seq, at, result, state } = row;
  return (
    <RowFrame icon={<ToolIcon kind="todo" />} at={at} startedAt={startedAt}>
      <div className="flex items-center gap-1.5 leading-5">
        <span className="font-medium">{WORDS.todo}</span>
        <span className="text-sm text-muted">{todoSummary(todos)}</span>
        <span className="ml-auto text-sm">
          <ToolStateLabel state={state} />
        </span>
      </div>
      <TodoList foldKey={String(seq)} todos={todos} />
      {state === "failed" && result !== null && (
        <Result foldKey={`${seq}:result`} result={result} />
      )}
    </RowFrame>
  );
}
