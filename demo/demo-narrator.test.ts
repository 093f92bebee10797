import { expect, test } from "bun:test";
import type { ServerEvent } from "@malamar/contract/event.ts";
import type { TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import type { TaskStatus } from "@malamar/contract/task.ts";
import { newId } from "@malamar/server/lib/id.ts";
import { createNarrator } from "./demo-narrator.ts";

const task = {
  workspace_id: newId<WorkspaceId>(),
  task_id: newId<TaskId>(),
  task_summary: "Add a page",
};
const run = { ...task, agent_name: "Planner", run_id: newId<never>() };

interface Board {
  comment?: string;
  skipped?: boolean;
  statuses?: TaskStatus[];
  pass_count?: number;
}

/** The narration of an event on a board with one comment, one finished run and these tasks. */
function told(event: ServerEvent, board: Board = {}) {
  const { comment = "", skipped = false, statuses = [], pass_count = 1 } = board;
  const lines: string[] = [];
  const page = (rows: object[]) => ({ rows: rows as never[], more: false });
  const narrator = createNarrator({
    taskService: {
      get: () => ({ pass_count, is_processing: true, working_directory: "/made/here" }) as never,
      list: () => page(statuses.map((status) => ({ status }))),
      comments: () => page([{ author_name: "Planner", content: comment }]),
      logs: () =>
        page([
          {
            event_type: "agent_finished",
            metadata: { run_id: run.run_id, action_type: skipped ? "skip" : "comment" },
          },
        ]),
    },
    address: "http://here",
    print: (line) => lines.push(line),
  });
  narrator.tell(event);
  return lines;
}

const moved = (old_status: TaskStatus, new_status: TaskStatus): ServerEvent => ({
  type: "task.status_changed",
  ...task,
  old_status,
  new_status,
});

const commented = (author_name: string): ServerEvent => ({
  type: "task.comment_added",
  ...task,
  author_name,
});

test.each<[string[], ServerEvent, Board]>([
  [["Planner started"], { type: "agent.execution_started", ...run }, {}],
  [["Planner had nothing to do"], { type: "agent.execution_finished", ...run }, { skipped: true }],
  [[], { type: "agent.execution_finished", ...run }, {}],
  [
    ["Planner commented: Plan: Goal: a page. one two"],
    commented("Planner"),
    { comment: "## Plan\n\n**Goal:** a page.\n\n- one\n2. two" },
  ],
  [[], commented("System"), {}],
  [
    ["Something went wrong, Malamar is retrying: CLI exited with code 1. no credit"],
    { type: "task.error_occurred", ...task, error_message: "CLI exited with code 1. no credit" },
    {},
  ],
  [["Work on “Add a page” begins"], moved("todo", "in_progress"), {}],
  [["“Add a page” waits for its turn"], moved("in_progress", "todo"), {}],
  [["“Add a page” goes back to Todo"], moved("in_review", "todo"), {}],
  [["“Add a page” is done"], moved("in_review", "done"), {}],
  [
    ["“Add a page” moved to In Review: have a look", "  The result is in /made/here"],
    moved("in_progress", "in_review"),
    { statuses: ["in_review", "todo"] },
  ],
  [
    [
      "“Add a page” moved to In Review: have a look",
      "  The result is in /made/here",
      `The team is done. Your turn: everything it did is at http://here/workspaces/${task.workspace_id}/tasks`,
      "Comment on a task to send it back, or create your own.",
    ],
    moved("in_progress", "in_review"),
    { statuses: ["in_review", "done"] },
  ],
  [[], { type: "task.updated", ...task }, {}],
  [
    ["Pass 2 on “Add a page” begins: the team keeps going until it has nothing to add"],
    { type: "task.updated", ...task },
    { pass_count: 2 },
  ],
])("an event is printed: %j", (lines, event, board) => {
  expect(told(event, board)).toEqual(lines);
});

test("a long comment is cut", () => {
  const [line] = told(commented("Planner"), { comment: "word ".repeat(100) });
  expect(line).toStartWith("Planner commented: word word");
  expect(line).toEndWith("…");
  expect(line!.length).toBeLessThan(130);
});
