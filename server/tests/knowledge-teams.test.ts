import { describe, expect, test } from "bun:test";
import type { Agent } from "@malamar/contract/agent.ts";
import { UpdateWorkspace } from "@malamar/contract/workspace.ts";
import { ARTICLES } from "#knowledge/articles.ts";
import { answers, createChatApp } from "#testing/chat-app.ts";
import { createTestApp } from "#testing/create-test-app.ts";

/** A ready-made team of an article, as a reader would copy it. */
interface Team {
  name: string;
  rules: string;
  agents: { order: number; name: string; instruction: string }[];
}

const TEAMS = ARTICLES.filter(({ slug }) => slug.startsWith("team-")).flatMap(({ slug, content }) =>
  teamsIn(content).map((team) => [`${slug}: ${team.name}`, team] as const),
);

/** Teams are the chapters with numbered agents; rules are in the chapter, or once before it. */
function teamsIn(content: string): Team[] {
  let rules = "";
  return content.split(/^## /m).flatMap((chapter) => {
    const [intro = "", ...parts] = chapter.split(/^### (?=\d)/m);
    rules = fence(intro) ?? rules;
    if (parts.length === 0) return [];
    const agents = parts.map((part) => {
      const [, order, name] = /^(\d+)\. (.+)$/m.exec(part) ?? [];
      return { order: Number(order), name: name ?? "", instruction: fence(part) ?? "" };
    });
    return [{ name: intro.split("\n")[0]!, rules, agents }];
  });
}

function fence(text: string): string | undefined {
  return /^```markdown\n(.*?)^```$/ms.exec(text)?.[1];
}

/** What an agent learns about when to act. */
function decisions(instruction: string): string[] {
  const chapter = /^# When to act\n(.*?)^# /ms.exec(instruction)?.[1] ?? "";
  return chapter.split("\n").filter((line) => line.startsWith("- "));
}

const ASKS = /^- \*\*(?:Comment and ask|Ask) for review\*\*/;
const SKIPS = /^- \*\*Skip\*\*/;
const NEVER_ASKS = /^- \*\*Never ask for review\.\*\* That is the (.+)'s part\.$/;

test("each kind of work has at least two teams, and software has three", () => {
  const count = (slug: string) => TEAMS.filter(([name]) => name.startsWith(slug)).length;
  expect(["software", "writing", "research", "operations"].map((w) => count(`team-${w}`))).toEqual([
    3, 2, 2, 2,
  ]);
});

describe.each(ARTICLES.filter(({ slug }) => slug.startsWith("team-")))("$slug", ({ content }) => {
  test("proposes existing settings, and no limit that is looser than the default", async () => {
    const rows = [...content.matchAll(/^\| `(\w+)` +\| (.+?) *\|$/gm)];
    const proposed = UpdateWorkspace.strict().parse(
      Object.fromEntries(rows.map(([, name, value]) => [name, settingOf(value!)])),
    );
    await using app = await createTestApp();
    const defaults = await app.createWorkspace();
    expect(proposed.max_passes).toBeLessThan(defaults.max_passes);
    expect(proposed.working_directory_mode === "static").toBe(
      typeof proposed.working_directory_path === "string",
    );
    const { idle_timeout_minutes: idle = 60 } = proposed;
    expect(idle).toBeLessThanOrEqual(defaults.idle_timeout_minutes);
  });
});

function settingOf(cell: string): unknown {
  if (cell === "on") return true;
  return /^\d+$/.test(cell) ? Number(cell) : /`(.+)`/.exec(cell)?.[1];
}

describe.each(TEAMS)("%s", (_name, { rules, agents }) => {
  test("is in order, with names of its own", () => {
    expect(agents.map(({ order }) => order)).toEqual(agents.map((_agent, at) => at + 1));
    expect(new Set(agents.map(({ name }) => name)).size).toBe(agents.length);
    expect(agents.length).toBeGreaterThanOrEqual(2);
  });

  test("has rules for everyone, which forbid empty comments", () => {
    expect(rules).toMatch(/^- Skip when there is nothing for you\./m);
  });

  test.each(agents.map((agent) => [agent.name, agent] as const))(
    "%s knows its one job, when to act and when to skip, how to work and how to report",
    (name, { instruction }) => {
      expect(instruction).toStartWith(`You are the ${name}. `);
      expect(decisions(instruction).some((line) => SKIPS.test(line))).toBe(true);
      expect(decisions(instruction).some((line) => line.startsWith("- **Comment"))).toBe(true);
      for (const chapter of ["# When to act", "# How to work", "# Comment format"]) {
        expect(instruction).toContain(`\n${chapter}\n`);
      }
      const words = instruction.split(/\s+/).length;
      expect(words).toBeGreaterThan(120);
      expect(words).toBeLessThan(400);
    },
  );

  test("the last agent hands the task over, done or stuck, and no other agent has that job", () => {
    const last = agents.at(-1)!;
    expect(decisions(last.instruction).filter((line) => ASKS.test(line))).not.toEqual([]);
    for (const { instruction } of agents) {
      for (const line of decisions(instruction)) {
        const [, whose] = NEVER_ASKS.exec(line) ?? [];
        expect(whose ?? last.name).toBe(last.name);
      }
    }
  });

  test("is built by one answer of the Malamar agent", async () => {
    const actions = agents.map((agent) => ({ type: "create_agent", ...agent }));
    const setup = { type: "update_workspace", description: rules };
    await using app = await createChatApp({ malamar: answers("Built.", setup, ...actions) });
    const { id } = await app.startChat();
    const { messages } = await app.ask(id, "Build it");
    expect(messages.map(({ role }) => role)).toEqual(["user", "agent"]);
    const team = await app.get<Agent[]>(`/api/workspaces/${app.workspace.id}/agents`);
    expect(team.map(({ order, name, instruction }) => ({ order, name, instruction }))).toEqual(
      agents,
    );
  });

  test("instructions mention only agents that are in the team", () => {
    const everywhere = new Set(TEAMS.flatMap(([, team]) => team.agents.map(({ name }) => name)));
    const strangers = [...everywhere].filter(
      (name) => !agents.some((agent) => agent.name === name),
    );
    for (const { instruction } of agents) {
      const named = strangers.filter((name) => new RegExp(`\\bthe ${name}\\b`).test(instruction));
      expect(named).toEqual([]);
    }
  });
});
