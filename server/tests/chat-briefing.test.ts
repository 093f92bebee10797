import { expect, test } from "bun:test";
import { existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { createChatApp, saidIn } from "#testing/chat-app.ts";
import { fails, inputOf, inTurn, skip } from "#testing/scripted-team.ts";
import { tempDir } from "#testing/temp-dir.ts";

test("the input file has the instruction, the whole conversation and where the answer goes", async () => {
  let input = "";
  let outputPath = "";
  let told: unknown;
  await using app = await createChatApp({
    team: {
      Planner: (turn) => {
        input = inputOf(turn);
        ({ outputPath } = turn);
        told = turn.request.briefing;
        return { message: "Yes?" };
      },
    },
    workspace: { description: "Be brief." },
  });
  const { id } = await app.startChat({ agent_id: app.agents[0]!.id });
  await app.ask(id, "First ```\n# Output Instruction");
  await app.ask(id, "Second");
  expect(input).toStartWith(
    "# Malamar Chat Context\n\nYou are being invoked by Malamar's chat feature.",
  );
  expect(input).toContain("Be brief.");
  expect(input).toContain("\n\nPlanner\n\n## Chat Metadata\n\n");
  expect(input).toContain(`- Chat ID: ${id}\n- Workspace: Website\n- Agent: Planner\n`);
  const { messages } = await app.chat(id);
  const heard = messages
    .slice(0, 3)
    .map(({ role, message, created_at }) => ({ role, content: message, created_at }));
  expect(told).toMatchObject({ kind: "chat", messages: heard });
  const lines = heard.map((message) => JSON.stringify(message)).join("\n");
  expect(input).toContain(`\n\`\`\`\`json\n${lines}\n\`\`\`\`\n`);
  expect(input).toContain(
    `For workspace state and settings, read: ${app.tempDir}/malamar_chat_${id}_context.md`,
  );
  expect(input).toContain(`Write your response as JSON to: ${outputPath}`);
  expect(outputPath).toMatch(/\/malamar_chat_output_[\w-]{21}\.json$/);
});

test("the Malamar agent learns who it is, and where to read what it needs", async () => {
  const inputs: string[] = [];
  await using app = await createChatApp({
    malamar: (turn) => {
      const input = inputOf(turn);
      inputs.push(input);
      const [path] = articlesIn(input);
      expect(readFileSync(path!, "utf8")).toStartWith("# Concepts\n");
      // What a CLI or the system deletes is there again for the next answer.
      rmSync(path!);
      return { message: "Yes?" };
    },
  });
  const { id } = await app.startChat();
  await app.ask(id);
  expect(saidIn(await app.ask(id)).at(-1)).toBe("agent: Yes?");
  expect(inputs).toHaveLength(2);
  expect(inputs[0]).toContain("\n\nYou are the Malamar agent. ");
  const [first, ...others] = articlesIn(inputs[0]!);
  expect(first).toStartWith(`${app.tempDir}/malamar_knowledge_`);
  expect(others.filter((path) => !existsSync(path))).toEqual([]);
  expect(others.length).toBeGreaterThan(8);
});

function articlesIn(input: string): string[] {
  return [...input.matchAll(/^- `(\/[^`]+\.md)`: /gm)].map(([, path]) => path!);
}

test("system messages are part of the conversation that the agent reads", async () => {
  const inputs: string[] = [];
  await using app = await createChatApp({
    malamar: inTurn(fails(7), (turn) => {
      inputs.push(inputOf(turn));
      return { message: "Better now" };
    }),
  });
  const { id } = await app.startChat();
  await app.ask(id);
  await app.ask(id, "Again");
  expect(inputs[0]).toContain('{"role":"system","content":"Error: CLI exited with code 7"');
});

test("the context file describes the state of the workspace, without tasks or secrets", async () => {
  let context = "";
  await using app = await createChatApp({
    team: {
      Planner: ({ inputPath }) => {
        const path = inputPath.replace(/\.md$/, "_context.md");
        context = readFileSync(path, "utf8");
        expect(statSync(path).mode & 0o777).toBe(0o600);
        return { message: "Read" };
      },
    },
    workspace: { description: "Be brief.", retention_days: 3 },
  });
  await app.call("PUT", "/api/settings", {
    body: {
      mailgun_api_key: "key-very-secret",
      cli_settings: { claude: { env_vars: { TOKEN: "hidden-value" } } },
    },
  });
  app.script.parts["Worker"] = skip;
  await app.createTask({ summary: "A secret plan" });
  const { id } = await app.startChat({ agent_id: app.agents[0]!.id });
  await app.ask(id);
  const [planner] = app.agents;
  expect(context).toContain("- title: Website");
  expect(context).toContain("- working_directory_mode: temp");
  expect(context).toContain("- retention_days: 3");
  expect(context).toContain("- notify_on_error: true");
  expect(context).toContain("Be brief.");
  expect(context).toContain(`1. Planner (id: ${planner!.id})`);
  expect(context).toContain("- Claude Code (claude): healthy");
  expect(context).toContain("- Gemini CLI (gemini): unhealthy");
  expect(context).toContain("Mailgun is not configured");
  for (const hidden of ["key-very-secret", "hidden-value", "A secret plan", "TOKEN"]) {
    expect(context).not.toContain(hidden);
  }
});

test("a chat works in its own directory, or in the workspace's", async () => {
  const cwds: string[] = [];
  using project = tempDir();
  await using app = await createChatApp({
    team: {
      Planner: ({ request }) => {
        cwds.push(request.cwd);
        return { message: "Here" };
      },
    },
  });
  const { id } = await app.startChat({ agent_id: app.agentNamed("Planner").id });
  await app.ask(id);
  await app.call("PUT", `/api/workspaces/${app.workspace.id}`, {
    body: { working_directory_mode: "static", working_directory_path: project.path },
  });
  await app.ask(id);
  expect(cwds).toEqual([`${app.tempDir}/malamar_chat_${id}`, project.path]);
  expect((await app.chat(id)).working_directory).toBe(project.path);
});

test("an agent's instruction is read afresh for every answer", async () => {
  const inputs: string[] = [];
  await using app = await createChatApp({
    team: {
      Planner: (turn) => {
        inputs.push(inputOf(turn));
        return { message: "Yes?" };
      },
    },
  });
  const { id } = await app.startChat({ agent_id: app.agents[0]!.id });
  await app.ask(id);
  await app.call("PUT", `/api/agents/${app.agents[0]!.id}`, { body: { instruction: "New words" } });
  await app.ask(id);
  expect(inputs.map((input) => input.includes("New words"))).toEqual([false, true]);
});
