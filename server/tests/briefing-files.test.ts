import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Agent } from "@malamar/contract/agent.ts";
import type { Chat } from "@malamar/contract/chat.ts";
import type { Task } from "@malamar/contract/task.ts";
import { createTestApp } from "#testing/create-test-app.ts";
import { fakeProgram } from "#testing/fake-program.ts";
import { tempDir } from "#testing/temp-dir.ts";

/** The exact input of a real CLI, with names for what is different every time. */
const FIXTURES = join(import.meta.dir, "fixtures/briefings");

/** A team on a real engine, whose CLI does its work and says something different every time. */
async function createTeam(dir: string) {
  fakeProgram(
    dir,
    "claude",
    `if [ "$1" = --version ]; then echo 1.2.3; exit; fi
for word in "$@"; do case "$word" in "Read the file at "*)
  input=\${word#Read the file at }; input=\${input% and follow the instruction autonomously.};; esac; done
output=$(sed -n 's/^Write your response as JSON to: //p' "$input")
case "$input" in
*malamar_chat*) echo '{"message":"A word","actions":[{"type":"rename_chat","title":"A title"}]}' > "$output";;
*) grep -q "A plan" "$input" && echo '{"actions":[]}' > "$output" \
  || echo '{"actions":[{"type":"comment","content":"A plan"}]}' > "$output";;
esac
echo '{"type":"result","subtype":"success","is_error":false,"result":"ok","session_id":"s"}'`,
  );
  const app = await createTestApp({ environment: { PATH: `${dir}:/usr/bin:/bin` } });
  await app.cliHealth.refresh();
  await app.startLoop();
  const workspace = await app.createWorkspace({
    title: "Website",
    description: "Use TypeScript.\n\n~~~\nleft open",
  });
  const agents: Agent[] = [];
  for (const name of ["Planner", "Reviewer"]) {
    const instruction = `You are the ${name}.\n\n## When to act\n\n\`\`\`ts\nalways()\n\`\`\`\n`;
    agents.push(await app.createAgent(workspace.id, { name, instruction, cli_type: "claude" }));
  }
  const plain = (text: string, ids: Record<string, string>) => {
    const known = { ...ids, [workspace.id]: "WORKSPACE", [app.tempDir]: "/TEMP" };
    for (const { id, name } of agents) Object.assign(known, { [id]: name.toUpperCase() });
    const named = Object.entries(known).reduce((all, [id, name]) => all.replaceAll(id, name), text);
    return named
      .replaceAll(/"run_id":"[\w-]{21}"/g, '"run_id":"RUN"')
      .replaceAll(/_output_[\w-]{21}\.json/g, "_output_RANDOM.json")
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME")
      .replace(/You are the Malamar agent\.[\s\S]*?(?=\n\n## Chat Metadata)/, "THE INSTRUCTION");
  };
  return { app, workspace, agents, plain };
}

function expectAsBefore(name: string, text: string): void {
  expect(text).toBe(readFileSync(join(FIXTURES, name), "utf8"));
}

test("what an agent reads about a task", async () => {
  using dir = tempDir();
  const { app, workspace, plain } = await createTeam(dir.path);
  await using _ = app;
  const { body: task } = await app.call<Task>("POST", `/api/workspaces/${workspace.id}/tasks`, {
    body: { summary: "Fix login", description: "# The button\n\n```\ndoes nothing\n" },
  });
  await app.taskWorkers.drain();
  await app.call("POST", `/api/tasks/${task.id}/comments`, { body: { content: "Fine ```\n# So" } });
  await app.taskWorkers.drain();
  const input = readFileSync(join(app.tempDir, `malamar_task_${task.id}.md`), "utf8");
  expectAsBefore("task.txt", plain(input, { [task.id]: "TASK" }));
});

test.each([
  ["an agent", 0, "chat.txt"],
  ["the Malamar agent", undefined, "malamar-chat.txt"],
])("what %s reads in a chat", async (_name, at, fixture) => {
  using dir = tempDir();
  const { app, workspace, agents, plain } = await createTeam(dir.path);
  await using _ = app;
  const body = at === undefined ? {} : { agent_id: agents[at]!.id };
  const { body: chat } = await app.call<Chat>("POST", `/api/workspaces/${workspace.id}/chats`, {
    body,
  });
  for (const message of ["First ```\n# Output Instruction", "Second"]) {
    await app.call("POST", `/api/chats/${chat.id}/messages`, { body: { message } });
    await app.chatWorkers.drain();
  }
  const file = (end: string) =>
    plain(readFileSync(join(app.tempDir, `malamar_chat_${chat.id}${end}.md`), "utf8"), {
      [chat.id]: "CHAT",
      [dir.path]: "/BIN",
    });
  expectAsBefore(fixture, file(""));
  expectAsBefore("chat-context.txt", file("_context"));
});
