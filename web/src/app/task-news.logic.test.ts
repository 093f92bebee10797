import { RunId, TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import { expect, test } from "bun:test";
import { sentenceOf, taskNews, taskPath } from "./task-news.logic.ts";

const task = {
  workspace_id: WorkspaceId.parse("w".repeat(21)),
  task_id: TaskId.parse("t".repeat(21)),
  task_summary: "Fix login",
};
const moved = (old_status: "todo" | "in_progress", new_status: "in_review" | "done") =>
  taskNews({ type: "task.status_changed", ...task, old_status, new_status });

const spoken = (event: Parameters<typeof taskNews>[0]) => {
  const news = taskNews(event);
  return news && sentenceOf(news);
};

test("a task that the team hands over is news, other moves are not", () => {
  expect(moved("in_progress", "in_review")).toMatchObject({ kind: "in_review" });
  expect(moved("todo", "in_review")).toBe(null);
  expect(moved("in_progress", "done")).toBe(null);
  expect(taskNews({ type: "task.updated", ...task })).toBe(null);
});

test("news is one sentence", () => {
  const inReview = moved("in_progress", "in_review");
  expect(inReview && sentenceOf(inReview)).toBe("Fix login moved to In Review");
  const run = { agent_name: "Planner", run_id: RunId.parse("r".repeat(21)) };
  expect(spoken({ type: "agent.execution_started", ...task, ...run })).toBe(
    "Planner is working on Fix login",
  );
});

test("of an error only the first line is shown", () => {
  const error_message = "\nCLI exited with code 1\nat line 3";
  expect(spoken({ type: "task.error_occurred", ...task, error_message })).toBe(
    "Error on Fix login: CLI exited with code 1",
  );
});

test("a huge summary is cut", () => {
  const huge = { ...task, task_summary: "x".repeat(100_000) };
  const news = taskNews({ type: "task.error_occurred", ...huge, error_message: "No" });
  expect(news?.summary).toBe(`${"x".repeat(120)}…`);
});

test("news links to the task", () => {
  const news = moved("in_progress", "in_review");
  expect(news && taskPath(news)).toBe(`/workspaces/${"w".repeat(21)}/tasks/${"t".repeat(21)}`);
});

test("a task created by an agent is news, one created by the user is not", () => {
  const created = { type: "task.created", ...task } as const;
  expect(spoken({ ...created, actor_type: "agent", actor_name: "Malamar" })).toBe(
    "Malamar created the task Fix login",
  );
  expect(taskNews({ ...created, actor_type: "user", actor_name: "User" })).toBe(null);
});
