import { expect, test } from "bun:test";
import { changesHome } from "./home-updates.logic.ts";

test("every event in a workspace changes the home page; a change of settings does not", () => {
  expect(changesHome({ type: "task.status_changed" })).toBe(true);
  expect(changesHome({ type: "agent.execution_started" })).toBe(true);
  expect(changesHome({ type: "workspace.deleted" })).toBe(true);
  expect(changesHome({ type: "settings.updated" })).toBe(false);
});
