import { expect, test } from "bun:test";
import type { ErrorBody } from "@malamar/contract/error.ts";
import { WORKSPACE_FILE, type WorkspaceFile } from "@malamar/contract/workspace-file.ts";
import { IN_FILE } from "#domain/workspace-file/columns-in-file.ts";
import { createTestApp } from "#testing/create-test-app.ts";
import { randomWorkspaceFile } from "#testing/random-workspace-file.ts";
import { seededRandom } from "#testing/seeded-random.ts";

const VERSION = `"version":${WORKSPACE_FILE.version}`;

test("an import file that is wrong anywhere is refused with the place, and nothing is changed", async () => {
  await using app = await createTestApp();
  const time = "2026-01-01T00:00:00.000Z";
  const agent = (order: number, more: object = {}) => ({
    ...IN_FILE.agent.defaults,
    id: `${order}`.repeat(21),
    name: `Agent ${order}`,
    instruction: "x",
    cli_type: "claude",
    order,
    created_at: time,
    updated_at: time,
    ...more,
  });
  const task = (more: object = {}) => ({
    ...IN_FILE.task.defaults,
    id: "t".repeat(21),
    number: 1,
    summary: "Task",
    created_at: time,
    updated_at: time,
    comments: [],
    logs: [],
    ...more,
  });
  const comment = {
    ...IN_FILE.comment.defaults,
    by: "user",
    agent_id: null,
    content: "x",
    created_at: time,
    updated_at: time,
  };
  const log = { by: "user", agent_id: null, created_at: time };
  const times = { created_at: time, updated_at: time };
  const chat = { ...IN_FILE.chat.defaults, agent_id: null, title: "x", ...times };
  const good = {
    ...(randomWorkspaceFile(seededRandom(2)) as WorkspaceFile),
    agents: [agent(1), agent(2)],
    tasks: [task({ comments: [comment] })],
    chats: [{ ...chat, messages: [] }],
  };
  const text = JSON.stringify(good);
  const withTask = (more: object) => JSON.stringify({ ...good, tasks: [task(more)] });
  const withAgents = (...agents: object[]) => JSON.stringify({ ...good, agents });
  const withWorkspace = (more: object) =>
    JSON.stringify({ ...good, workspace: { ...good.workspace, ...more } });
  const notOne = "This is not an export of a Malamar workspace";

  const cases: [text: string, message: string][] = [
    ["[]", `${notOne}.`],
    ["null", `${notOne}.`],
    ['"malamar-workspace"', `${notOne}.`],
    ['{"format":"other"}', `${notOne}.`],
    [text.slice(0, -1), `${notOne}, or it is damaged: `],
    [text.slice(0, text.length / 2), `${notOne}, or it is damaged: `],
    [`${text}${text}`, `${notOne}, or it is damaged: `],
    ["[".repeat(1_000_000), `${notOne}, or it is damaged: `],
    ...['"1"', '"2"', "0", "-1", "1.5", "1e999", "null", "[1]"].map((version): [string, string] => [
      text.replace(VERSION, `"version":${version}`),
      "version: must be a whole number of at least 1",
    ]),
    [text.replace(`${VERSION},`, ""), "version: is required"],
    [text.replace(VERSION, `${VERSION},${VERSION}`), 'the key "version" again in line 1'],
    [text.replace(VERSION, `${VERSION},"__proto__":{}`), "__proto__: cannot be set here"],
    [withTask({ constructor: 1 }), "tasks.0.constructor: cannot be set here"],
    [withTask({ summary: 1 }), "tasks.0.summary: must be text"],
    [withTask({ summary: " " }), "tasks.0.summary: must not be empty"],
    [withTask({ status: "in_progress" }), "tasks.0.status: must be one of todo, in_review, done"],
    [withTask({ status: "done" }), "tasks.0.done_at: is required for a Done task"],
    [withTask({ done_at: time }), "tasks.0.done_at: is required for a Done task"],
    [withTask({ created_at: "yesterday" }), "tasks.0.created_at: must be a time"],
    [withTask({ created_at: "2026-01-01T00:00:00Z" }), "tasks.0.created_at: must be a time"],
    [withTask({ created_at: "2026-02-30T00:00:00.000Z" }), "tasks.0.created_at: must be a time"],
    [withTask({ pass_count: -1 }), "tasks.0.pass_count: must not be negative"],
    [withTask({ pass_count: 1.5 }), "tasks.0.pass_count: must be a whole number"],
    [withTask({ comments: {} }), "tasks.0.comments: must be a list"],
    [
      withTask({ comments: [{ ...comment, by: "agent" }] }),
      "tasks.0.comments.0.agent_id: is required",
    ],
    [
      withTask({ comments: [{ ...comment, agent_id: "a".repeat(21) }] }),
      "tasks.0.comments.0.agent_id: is required for an agent, and only for an agent",
    ],
    [withTask({ logs: [{ ...log, event_type: "exploded", metadata: null }] }), "tasks.0.logs.0"],
    [
      withTask({ logs: [{ ...log, by: "robot", event_type: "task_edited", metadata: null }] }),
      "tasks.0.logs.0.by: ",
    ],
    [
      withTask({ logs: [{ ...log, event_type: "status_changed", metadata: null }] }),
      "tasks.0.logs.0.metadata: ",
    ],
    [withTask({ number: 0 }), "tasks.0.number: must be at least 1"],
    [withTask({ position: "first" }), "tasks.0.position: must be a number"],
    [withTask({ labels: ["x".repeat(41)] }), "tasks.0.labels.0: must be at most 40 characters"],
    [withWorkspace({ pickup_order: "random" }), "workspace.pickup_order: must be oldest_first or"],
    [withTask({ status: "in_review", is_priority: true }), "tasks.0.is_priority: only a task in"],
    [
      JSON.stringify({
        ...good,
        tasks: [task({ is_priority: true }), task({ id: "u".repeat(21), is_priority: true })],
      }),
      "tasks: only one of them can be prioritized",
    ],
    [JSON.stringify({ ...good, tasks: [task(), task()] }), "tasks.1.id: appears twice"],
    [withAgents(agent(1), agent(2, { name: " Agent 1 " })), "agents.1.name: appears twice"],
    [withAgents(agent(1), agent(2, { id: "1".repeat(21) })), "agents.1.id: appears twice"],
    [
      withAgents(agent(1), agent(2, { order: 1 })),
      "agents: their orders must be 1 to 2, each once",
    ],
    [withAgents(agent(1), agent(3)), "agents: their orders must be 1 to 2, each once"],
    [withAgents(agent(1, { order: 0 })), "agents.0.order: "],
    [withAgents(agent(1, { cli_type: "emacs" })), "agents.0.cli_type: must be one of claude, "],
    [
      JSON.stringify({ ...good, chats: [{ ...chat, agent_id: "x".repeat(21), messages: [] }] }),
      "chats.0.agent_id: is not an agent of this file",
    ],
    [
      JSON.stringify({ ...good, chats: [{ ...chat, messages: [{ role: "boss" }] }] }),
      "chats.0.messages.0.role: ",
    ],
    [
      withWorkspace({ working_directory_mode: "up" }),
      "workspace.working_directory_mode: must be temp, static or git",
    ],
    [withTask({ wait_reason: "rain" }), "tasks.0.wait_reason: cannot be set here"],
    [withWorkspace({ retention_days: -1 }), "workspace.retention_days: must be at least 0"],
    [withWorkspace({ max_cost_usd: 0 }), "workspace.max_cost_usd: must be more than 0"],
    [withWorkspace({ max_tokens: 2 ** 60 }), "workspace.max_tokens: "],
    [
      withWorkspace({}).replace(/"max_passes":\d+/, '"max_passes":1e999'),
      "workspace.max_passes: must be a number",
    ],
    [
      withWorkspace({ working_directory_path: "here" }),
      "workspace.working_directory_path: must be",
    ],
    [
      JSON.stringify({
        ...good,
        chats: [
          { ...chat, messages: [{ role: "user", agent_id: null, message: "", created_at: time }] },
        ],
      }).replace(
        '"message":""',
        `"message":"","actions":${"[".repeat(99_999)}${"]".repeat(99_999)}`,
      ),
      notOne,
    ],
  ];
  const before = await app.call("GET", "/api/workspaces");
  for (const [content, message] of cases) {
    const { status, body } = await app.call<ErrorBody>("POST", "/api/import", {
      text: content,
    });
    expect({ content: content.slice(-300), status, message: body.error?.message }).toEqual({
      content: content.slice(-300),
      status: 400,
      message: expect.stringContaining(message),
    });
    expect(body.error.code).toBe("VALIDATION_ERROR");
  }
  expect((await app.call("GET", "/api/workspaces")).body).toEqual(before.body);
  expect((await app.call("POST", "/api/import", { text })).status).toBe(201);
});
