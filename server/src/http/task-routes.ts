import type { TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import { PageQuery } from "@malamar/contract/page.ts";
import {
  AttentionCount,
  AttentionItem,
  AttentionQuery,
  ChangedTask,
  ChangeTasks,
  CreateComment,
  CreateTask,
  DeletedCount,
  PlaceTask,
  PrioritizeTask,
  Task,
  TaskComment,
  TaskLog,
  TaskQuery,
  TaskSummary,
  UpdateTask,
} from "@malamar/contract/task.ts";
import { Hono } from "hono";
import { z } from "zod";
import type { TaskService } from "#domain/task/task-service.ts";
import type { ChangeTasks as ChangeTasksNow } from "#loop/change-tasks.ts";
import type { TaskMoves } from "#loop/move-tasks.ts";
import type { StopFirst } from "#loop/stop-first.ts";
import { actorOf } from "./actor-of.ts";
import { describe, type Undescribed } from "./describe.ts";
import { idOf } from "./id-of.ts";
import { sendPage, TOTAL_COUNT } from "./send-page.ts";
import { jsonBody, optionalJsonBody, query } from "./validate.ts";

export function taskRoutes(
  taskService: TaskService,
  taskMoves: TaskMoves,
  stopFirst: StopFirst,
  changeTasks: ChangeTasksNow,
) {
  return new Hono<Undescribed>()
    .get(
      "/api/workspaces/:id/tasks",
      describe({
        permit: { need: "see", of: "workspace" },
        summary:
          "List tasks without their descriptions, newest update first; Todo alone in pickup order",
        success: 200,
        returns: z.array(TaskSummary),
        headers: { [TOTAL_COUNT]: "How many tasks match the query, on all pages together" },
      }),
      query(TaskQuery),
      (c) => sendPage(c, taskService.list(idOf<WorkspaceId>(c), c.req.valid("query"))),
    )
    .post(
      "/api/workspaces/:id/tasks",
      describe({
        permit: { need: "work", of: "workspace" },
        summary: "Create a task; unless it is on hold, its team starts when its turn comes",
        success: 201,
        returns: Task,
      }),
      jsonBody(CreateTask),
      (c) => c.json(taskService.create(actorOf(c), idOf<WorkspaceId>(c), c.req.valid("json")), 201),
    )
    .delete(
      "/api/workspaces/:id/tasks/done",
      describe({
        permit: { need: "work", of: "workspace" },
        summary: "Delete every task in Done",
        success: 200,
        returns: DeletedCount,
      }),
      async (c) => {
        const deleted_count = await stopFirst.removeDoneTasks(actorOf(c), idOf<WorkspaceId>(c));
        return c.json({ deleted_count }, 200);
      },
    )
    .get(
      "/api/tasks/:id",
      describe({
        permit: { need: "see", of: "task" },
        summary: "Read a task",
        success: 200,
        returns: Task,
      }),
      (c) => c.json(taskService.get(idOf<TaskId>(c)), 200),
    )
    .put(
      "/api/tasks/:id",
      describe({
        permit: { need: "work", of: "task" },
        summary:
          "Change a task's texts or labels, put it on hold or release it, or move it as its buttons do",
        success: 200,
        returns: Task,
      }),
      jsonBody(UpdateTask),
      async (c) =>
        c.json(await taskMoves.update(actorOf(c), idOf<TaskId>(c), c.req.valid("json")), 200),
    )
    .delete(
      "/api/tasks/:id",
      describe({
        permit: { need: "work", of: "task" },
        summary: "Stop the active run of a task and delete the task",
        success: 204,
      }),
      async (c) => {
        await stopFirst.removeTask(actorOf(c), idOf<TaskId>(c));
        return c.body(null, 204);
      },
    )
    .post(
      "/api/tasks/:id/prioritize",
      describe({
        permit: { need: "work", of: "task" },
        summary: "Make a task the next one in its workspace, or undo that",
        success: 200,
        returns: Task,
      }),
      optionalJsonBody(PrioritizeTask),
      (c) =>
        c.json(
          taskService.prioritize(actorOf(c), idOf<TaskId>(c), c.req.valid("json").is_priority),
          200,
        ),
    )
    .post(
      "/api/tasks/:id/cancel",
      describe({
        permit: { need: "work", of: "task", evenUnstored: true },
        summary: "Stop the active run of a task and move the task to In Review",
        success: 200,
        returns: Task,
      }),
      async (c) => c.json(await stopFirst.cancelTask(actorOf(c), idOf<TaskId>(c)), 200),
    )
    .post(
      "/api/tasks/:id/stop",
      describe({
        permit: { need: "work", of: "task", evenUnstored: true },
        summary:
          "Stop the active run of a task and put the task back in Todo, on hold; the pass does not count",
        success: 200,
        returns: Task,
      }),
      async (c) => c.json(await stopFirst.stopTask(actorOf(c), idOf<TaskId>(c)), 200),
    )
    .post(
      "/api/tasks/:id/position",
      describe({
        permit: { need: "work", of: "task" },
        summary: "Put a task in Todo after another one of its workspace, or first",
        success: 200,
        returns: Task,
      }),
      jsonBody(PlaceTask),
      (c) => c.json(taskService.place(actorOf(c), idOf<TaskId>(c), c.req.valid("json").after), 200),
    )
    .get(
      "/api/tasks/:id/comments",
      describe({
        permit: { need: "see", of: "task" },
        summary: "List the comments of a task, the oldest first",
        success: 200,
        returns: z.array(TaskComment),
      }),
      query(PageQuery),
      (c) => sendPage(c, taskService.comments(idOf<TaskId>(c), c.req.valid("query"))),
    )
    .post(
      "/api/tasks/:id/comments",
      describe({
        permit: { need: "work", of: "task" },
        summary:
          "Comment on a task: its team continues, or the one agent you ask answers; a note, or a comment on a Done task, does not start a run",
        success: 201,
        returns: TaskComment,
      }),
      jsonBody(CreateComment),
      (c) => {
        const { content, is_note, asks_agent_id } = c.req.valid("json");
        const [actor, id] = [actorOf(c), idOf<TaskId>(c)];
        if (asks_agent_id !== null) {
          return c.json(taskService.ask(actor, id, content, asks_agent_id), 201);
        }
        return c.json(taskService[is_note ? "note" : "comment"](actor, id, content), 201);
      },
    )
    .get(
      "/api/tasks/:id/logs",
      describe({
        permit: { need: "see", of: "task" },
        summary: "List what happened to a task, oldest first",
        success: 200,
        returns: z.array(TaskLog),
      }),
      query(PageQuery),
      (c) => sendPage(c, taskService.logs(idOf<TaskId>(c), c.req.valid("query"))),
    )
    .post(
      "/api/tasks/bulk",
      describe({
        // The tasks are in the body, and may be in any workspace.
        permit: { need: "work", of: "installation" },
        summary:
          "Change or delete up to 500 tasks, each independently; the response has one result for each",
        success: 200,
        returns: z.array(ChangedTask),
      }),
      jsonBody(ChangeTasks),
      async (c) => {
        const { ids, change } = c.req.valid("json");
        return c.json(await changeTasks(actorOf(c), ids, change), 200);
      },
    )
    .get(
      "/api/attention",
      describe({
        permit: { need: "see", of: "installation" },
        summary:
          "What waits for a person in all workspaces, longest wait first; with count=1 only how many",
        success: 200,
        returns: z.union([z.array(AttentionItem), AttentionCount]),
      }),
      query(AttentionQuery),
      (c) =>
        c.req.valid("query").count === undefined
          ? c.json(taskService.attention(), 200)
          : c.json({ count: taskService.attentionCount() } satisfies AttentionCount, 200),
    );
}
