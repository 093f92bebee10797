import { expect, test } from "bun:test";
import type { BriefedComment, ChatBriefing } from "@malamar/contract/briefing.ts";
import type { ChatId } from "@malamar/contract/ids.ts";
import { sceneOf } from "./scene.ts";
import { started, taskBriefing } from "./testing/briefings.ts";

const output_path = "/tmp/a b/out.json";
const sceneOfTask = (given: Parameters<typeof taskBriefing>[0]) =>
  sceneOf({ briefing: taskBriefing(given), output_path });

test("for a task it knows the role, the subject and where the answer goes", () => {
  const role = "You are the Planner.\n\n## When to act\n\n```demo\nskip\n```";
  expect(sceneOfTask({ role })).toEqual({
    kind: "task",
    agentName: "",
    role,
    summary: "Add a page",
    outputPath: output_path,
    visit: 1,
    newUserComment: null,
  });
});

test("a visit is a start of the agent whose turn it is", () => {
  const activity = [
    started("Planner", "2026-01-01T00:00:01.000Z"),
    started("Reviewer", "2026-01-01T00:00:02.000Z"),
    { event_type: "comment_added", actor_type: "user", created_at: "2026-01-01T00:00:03.000Z" },
    started("Planner", "2026-01-01T00:00:04.000Z"),
  ] as const;
  expect(sceneOfTask({ activity }).visit).toBe(2);
  expect(sceneOfTask({ activity: activity.slice(0, 2) }).visit).toBe(1);
});

test("a user's comment is new when it came after the previous visit", () => {
  const activity = [
    started("Planner", "2026-01-01T00:00:01.000Z"),
    started("Planner", "2026-01-01T00:00:09.000Z"),
  ];
  const comment = (author: string, second: number): BriefedComment => ({
    author,
    content: `by ${author}`,
    created_at: `2026-01-01T00:00:0${second}.000Z`,
  });
  const newIn = (comments: BriefedComment[]) => sceneOfTask({ activity, comments }).newUserComment;
  expect(newIn([comment("User", 5), comment("Reviewer", 6)])).toBe("by User");
  expect(newIn([comment("User", 0)])).toBeNull();
  expect(newIn([comment("Reviewer", 5)])).toBeNull();
});

const CHAT: ChatBriefing = {
  kind: "chat",
  chat_id: "c".repeat(21) as ChatId,
  workspace_title: "Website",
  workspace_instruction: "Be brief.",
  agent_name: "Planner",
  is_malamar: false,
  role: "Be kind.",
  messages: [
    { role: "user", content: "First", created_at: "" },
    { role: "agent", content: "Yes?", created_at: "" },
    { role: "user", content: "Second", created_at: "" },
    { role: "system", content: "User has uploaded /tmp/x", created_at: "" },
  ],
  actions: [],
  most_actions: 100,
  context: { settings: {}, team: [], clis: [], is_mail_configured: false },
};

test("for a chat it knows the agent, the last message and the number of answers", () => {
  expect(sceneOf({ briefing: CHAT, output_path })).toEqual({
    kind: "chat",
    role: "Be brief.\n\nBe kind.",
    agentName: "Planner",
    summary: "Second",
    outputPath: output_path,
    visit: 2,
    newUserComment: null,
  });
  expect(sceneOf({ briefing: { ...CHAT, is_malamar: true }, output_path }).role).toBe("Be kind.");
});

test("a prompt without a subject has no script", () => {
  const briefing = { kind: "question", text: "Reply OK" } as const;
  expect(() => sceneOf({ briefing, output_path })).toThrow("does not name a file");
});
