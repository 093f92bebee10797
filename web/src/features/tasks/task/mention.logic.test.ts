import { AgentId } from "@malamar/contract/ids.ts";
import { describe, expect, test } from "bun:test";
import { askedIn, mentionAt, withMention, withoutMentions } from "./mention.logic.ts";

const agent = (name: string) => ({
  agent_id: AgentId.parse(name.replace(" ", "_").padEnd(21, "-")),
  name,
});
const team = [agent("Code"), agent("Code Reviewer"), agent("Planner")];
const offered = (text: string) =>
  mentionAt(text, text.length, team)?.agents.map(({ name }) => name) ?? null;

describe("while an @ is typed", () => {
  test.each([
    ["@", ["Code", "Code Reviewer", "Planner"]],
    ["Please @co", ["Code", "Code Reviewer"]],
    ["@Code R", ["Code Reviewer"]],
    ["(@pl", ["Planner"]],
    ["@Planner ", null],
    ["@nobody", null],
    ["me@pl", null],
    ["no one", null],
    [`@${"x".repeat(500)}`, null],
  ])("%p offers %p", (text, names) => {
    expect(offered(text)).toEqual(names);
  });

  test("only the text before the caret counts", () => {
    expect(mentionAt("@pl and more", 3, team)?.agents).toEqual([agent("Planner")]);
    expect(mentionAt("and @pl", 3, team)).toBe(null);
  });

  test("a choice is completed, with the caret after it", () => {
    expect(withMention("Ask @pl please", { start: 4, caret: 7, name: "Planner" })).toEqual({
      text: "Ask @Planner please",
      caret: 13,
    });
  });
});

describe("a text", () => {
  test.each([
    ["@Planner, is it so?", "Planner"],
    ["is it so, @planner?", "Planner"],
    ["@Code Reviewer look", "Code Reviewer"],
    ["@Code look", "Code"],
    ["@Planner and @Code", "Planner"],
    ["@Planners", null],
    ["mail me@Planner", null],
    ["nobody", null],
  ])("%p asks %p", (text, name) => {
    expect(askedIn(text, team)?.name ?? null).toBe(name);
  });

  test("without the @ signs is for the whole team", () => {
    const text = withoutMentions("@Planner and @Code, not a@b", team);
    expect(text).toBe("Planner and Code, not a@b");
    expect(askedIn(text, team)).toBe(null);
  });
});
