import { z } from "zod";
import * as agentContract from "@malamar/contract/agent.ts";
import { CreateChat, UpdateChat, type ChatActionRecord } from "@malamar/contract/chat.ts";
import type { AgentId } from "@malamar/contract/ids.ts";
import * as taskContract from "@malamar/contract/task.ts";
import * as workspaceContract from "@malamar/contract/workspace.ts";

/**
 * A separate program, because it changes the contract: as if someone had added a field to
 * everything that people send and read about tasks, agents and workspaces. Then agents try to set
 * it in every way that an answer has, and it prints the results.
 */
const FIELD = "planted";
const plant = { [FIELD]: "by an agent" };

for (const schema of [
  ...Object.values({ ...agentContract, ...taskContract, ...workspaceContract }),
  CreateChat,
  UpdateChat,
]) {
  if (schema instanceof z.ZodObject)
    Object.assign(schema.shape, { [FIELD]: z.string().optional() });
}

// Imported only now: a schema's fields are copied when the copying module is loaded.
const { ACTIONS } = await import("#actions/registry.ts");
const { TASK_ANSWER } = await import("#loop/answer-form.ts");
const { AGENT_ANSWER, MALAMAR_ANSWER } = await import("#loop/chat-answer-form.ts");
const { answers, createChatApp } = await import("./chat-app.ts");
const { skip } = await import("./scripted-team.ts");

await using app = await createChatApp({ team: { Planner: skip, Reviewer: skip } });
const here = `/api/workspaces/${app.workspace.id}`;

const findings = {
  byPeople: {
    task: taskContract.CreateTask.parse({ summary: "x", ...plant }),
    agent: (await app.call("PUT", `/api/agents/${app.agents[0]!.id}`, { body: plant })).body,
    workspace: (await app.call("PUT", here, { body: plant })).body,
  },
  inChats: await inChats(),
  onTask: await onTask(),
  answerForms: [TASK_ANSWER, AGENT_ANSWER, MALAMAR_ANSWER].map(({ jsonSchema }) => jsonSchema),
};
export type PlantedFindings = typeof findings;

console.log(JSON.stringify(findings));

/** Every action with the field, and then the same one without it. */
async function inChats() {
  const tries = [];
  for (const { type, isForEveryone } of ACTIONS) {
    for (const agent_id of isForEveryone ? [null, app.agents[0]!.id] : [null]) {
      const before = await state();
      const planted = await ask(agent_id, { type, ...(await sound(type)), ...plant });
      const after = await state();
      const plain = await ask(agent_id, { type, ...(await sound(type)) });
      tries.push({ type, planted, before, after, plain });
    }
  }
  return tries;
}

async function ask(agent_id: AgentId | null, action: object): Promise<ChatActionRecord["result"]> {
  app.script.parts[agent_id ? "Planner" : "Malamar"] = answers("I try", action);
  const { id } = await app.startChat({ agent_id });
  const { messages } = await app.ask(id);
  app.script.parts["Planner"] = skip;
  return messages[1]!.actions![0]!.result;
}

async function sound(type: string): Promise<object> {
  const agents = await team();
  const fields: Record<string, object> = {
    rename_chat: { title: "About it" },
    create_task: { summary: "Fix it" },
    create_agent: { name: "Tester", instruction: "Test it." },
    update_agent: { agent_id: agents.at(-1)!.id, instruction: "Test all of it." },
    delete_agent: { agent_id: agents.at(-1)!.id },
    reorder_agents: { agent_ids: agents.map(({ id }) => id).toReversed() },
    update_workspace: { title: "Better" },
  };
  const asked = fields[type];
  if (!asked) throw new Error(`Say here what an agent asks for with ${type}`);
  return asked;
}

function team() {
  return app.get<agentContract.Agent[]>(`${here}/agents`);
}

async function state() {
  await app.taskWorkers.drain();
  const { last_activity_at: _, ...workspace } = await app.get<workspaceContract.Workspace>(here);
  const tasks = await app.get<taskContract.TaskSummary[]>(`${here}/tasks`);
  const titles = (await app.chats()).map(({ title }) => title);
  return { workspace, agents: await team(), tasks, titles };
}

/** An answer on a task, with the field in every place. */
async function onTask() {
  app.script.parts["Planner"] = () => ({
    actions: [
      { type: "comment", content: "I try", ...plant },
      { type: "change_status", status: "in_review", ...plant },
    ],
    ...plant,
    task: plant,
    agent: plant,
    workspace: plant,
  });
  const { id } = await app.createTask();
  await app.taskWorkers.drain();
  return {
    task: await app.task(id),
    comments: await app.comments(id),
    logs: await app.logs(id),
    state: await state(),
  };
}
