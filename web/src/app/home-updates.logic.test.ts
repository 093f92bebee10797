import { expect, test } from "bun:test";
import { changesHome } from "./home-updates.logic.ts";

test("whatever happens in a workspace changes the home page, and what is set up does not", () => {
  expect(changesHome({ type: "task.status_changed" })).toBe(true);
  expect(changesHome({ type: "agent.execution_started" })).toBe(true);
  expect(changesHome({ type: "workspace.deleted" })).toBe(true);
  expect(changesHome({ type: "settings.updated" })).toBe(false);
});
