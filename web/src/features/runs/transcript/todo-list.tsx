import { Circle, CircleCheck, CircleDot, CircleSlash, type LucideIcon } from "lucide-react";
import { cn } from "#lib/cn.ts";
import { counted } from "#lib/format.ts";
import { displayText, firstLine } from "./display-text.logic.ts";
import { useFold } from "./folds.ts";
import type { Todo } from "./tool-detail.logic.ts";

const LOOKS: Readonly<Record<Todo["state"], { icon: LucideIcon; word: string; tone: string }>> = {
  open: { icon: Circle, word: "Open", tone: "text-muted" },
  active: { icon: CircleDot, word: "In progress", tone: "text-status-progress" },
  done: { icon: CircleCheck, word: "Done", tone: "text-status-done" },
  cancelled: { icon: CircleSlash, word: "Cancelled", tone: "text-muted" },
};

/** More than an agent plans at a time. */
const SHOWN = 20;

/** An agent's to-do list and its progress. */
export function TodoList({ foldKey, todos }: { foldKey: string; todos: readonly Todo[] }) {
  const { isOpen, toggle } = useFold(`${foldKey}:all`);
  const left = todos.length - SHOWN;
  return (
    <>
      <ul aria-label="To-do list" className="space-y-0.5">
        {todos.slice(0, isOpen ? todos.length : SHOWN).map((todo, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- its entries have no other key
          <Entry key={index} {...todo} />
        ))}
      </ul>
      {left > 0 && (
        <button
          type="button"
          onClick={toggle}
          className="hit-area mt-1 rounded-sm text-sm font-medium text-primary hover:underline"
        >
          {isOpen ? "Show less" : `Show ${counted(left, "more entry", "more entries")}`}
        </button>
      )}
    </>
  );
}

function Entry({ text, state }: Todo) {
  const { icon: Icon, word, tone } = LOOKS[state];
  const isOver = state === "done" || state === "cancelled";
  return (
    <li className={cn("flex gap-1.5 leading-5", isOver && "text-muted")}>
      <span className={cn("flex h-5 items-center", tone)}>
        <Icon aria-hidden className="size-3.5" />
        <span className="sr-only">{word}: </span>
      </span>
      <span dir="auto" className={cn("min-w-0 wrap-any", state === "cancelled" && "line-through")}>
        {firstLine(displayText(text))}
      </span>
    </li>
  );
}
