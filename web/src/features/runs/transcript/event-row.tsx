import {
  Brain,
  CodeXml,
  FileMinus,
  FilePen,
  FilePlus,
  Info,
  Play,
  type LucideIcon,
} from "lucide-react";
import type { ReactNode } from "react";
import { CopyPath } from "./copy-path.tsx";
import { displayText, firstLine } from "./display-text.logic.ts";
import { Fold } from "./fold.tsx";
import { Output } from "./output.tsx";
import { RowFrame } from "./row-frame.tsx";
import type { Row } from "./rows.logic.ts";
import { RunStatusIcon } from "./run-status-label.tsx";
import { endWords } from "./run-words.logic.ts";
import { TodoList } from "./todo-list.tsx";
import { todosInText } from "./tool-detail.logic.ts";
import { ToolIcon } from "./tool-icon.tsx";
import { Said } from "./text-row.tsx";

type SingleEvent = Extract<Row, { kind: "event" }>["event"];
type EventOf<Type extends SingleEvent["type"]> = Extract<SingleEvent, { type: Type }>;

type EventRowProps = { event: SingleEvent; startedAt: string };

/** Events with a line of their own, apart from texts and tools. */
export function EventRow({ event, startedAt }: EventRowProps) {
  return (
    <RowFrame
      isButton={event.type === "thinking" || event.type === "raw"}
      icon={iconOf(event)}
      at={event.at}
      startedAt={startedAt}
    >
      {contentOf(event)}
    </RowFrame>
  );
}

const FILE_LOOKS = {
  add: { icon: FilePlus, word: "Added" },
  update: { icon: FilePen, word: "Updated" },
  delete: { icon: FileMinus, word: "Deleted" },
} as const satisfies Record<string, { icon: LucideIcon; word: string }>;

function iconOf(event: SingleEvent): ReactNode {
  switch (event.type) {
    case "started":
      return <Play aria-hidden />;
    case "thinking":
      return todosInText(event.text) === null ? <Brain aria-hidden /> : <ToolIcon kind="todo" />;
    case "file_change": {
      const { icon: Icon } = FILE_LOOKS[event.kind];
      return <Icon aria-hidden />;
    }
    case "notice":
      return <Info aria-hidden />;
    case "raw":
      return <CodeXml aria-hidden />;
    case "finished":
      return <RunStatusIcon status={event.status} />;
    default:
      return event satisfies never;
  }
}

function contentOf(event: SingleEvent): ReactNode {
  switch (event.type) {
    case "started":
      return <Started {...event} />;
    case "thinking":
      return <Thought {...event} />;
    case "file_change":
      return (
        <p className="leading-5 wrap-any">
          <span className="text-muted">{FILE_LOOKS[event.kind].word} </span>
          <CopyPath path={event.path} />
        </p>
      );
    case "notice":
      return (
        <p dir="auto" className="leading-5 wrap-any whitespace-pre-wrap text-muted">
          {displayText(event.text)}
        </p>
      );
    case "raw":
      return (
        <Fold foldKey={String(event.seq)} title="Line" preview={firstLine(event.line)} isMono>
          {() => <Output foldKey={String(event.seq)} text={displayText(event.line)} />}
        </Fold>
      );
    case "finished":
      return <Finished {...event} />;
    default:
      return event satisfies never;
  }
}

function Started({ cwd }: EventOf<"started">) {
  return (
    <p className="leading-5 wrap-any text-muted">
      Started
      {cwd !== null && (
        <>
          {" in "}
          <CopyPath path={cwd} />
        </>
      )}
    </p>
  );
}

function Thought({ seq, text }: EventOf<"thinking">) {
  const todos = todosInText(text);
  if (todos !== null) return <TodoList foldKey={String(seq)} todos={todos} />;
  return (
    <Fold foldKey={String(seq)} title="Thinking" preview={firstLine(text)}>
      {() => (
        <div className="border-l-2 pl-3 text-muted">
          <Said foldKey={String(seq)} text={displayText(text)} />
        </div>
      )}
    </Fold>
  );
}

function Finished({ seq, status, failure_kind, message, exit_code }: EventOf<"finished">) {
  return (
    <div className="space-y-1">
      <p className="leading-5">
        <span className="font-medium">{endWords(status, failure_kind, exit_code)}</span>
        {failure_kind !== "exited" && exit_code !== null && exit_code !== 0 && (
          <span className="text-muted"> · exit code {exit_code}</span>
        )}
      </p>
      {message !== null && message.trim() !== "" && (
        <Output foldKey={String(seq)} text={displayText(message)} isError={status === "failed"} />
      )}
    </div>
  );
}
