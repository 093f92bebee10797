import { CreateTask } from "@malamar/contract/task.ts";
import { defineAction, quotedName } from "./action.ts";

export const createTask = defineAction({
  type: "create_task",
  isForEveryone: true,
  about:
    "Create a task on the board of this workspace. Its team begins to work on it at once, so do it only when the person wants it.",
  example: {
    type: "create_task",
    summary: "Fix the login redirect",
    description: "After logging in, people land on the home page and not where they came from.",
  },
  fields: CreateTask.pick({ summary: true, description: true }).shape,
  perform: (fields, { chat, actor }, { taskService }) => {
    const task = taskService.create(actor, chat.workspace_id, fields);
    return { text: `Created task ${quotedName(task.summary)}`, task_id: task.id };
  },
});
