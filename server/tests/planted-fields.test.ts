import { expect, test } from "bun:test";
import { fileURLToPath } from "node:url";
import type { PlantedFindings } from "#testing/planted-fields.ts";

test("a field added to tasks, agents and workspaces for people cannot be set by any answer", async () => {
  const found = await plantedFindings();
  // It was really planted: people can set it.
  expect(found.byPeople).toMatchObject({
    task: { planted: "by an agent" },
    agent: { planted: "by an agent" },
    workspace: { planted: "by an agent" },
  });
  for (const { type, planted, before, after, plain } of found.inChats) {
    expect({ type, ...planted }).toMatchObject({
      type,
      status: "failed",
      text: "planted: cannot be set here",
    });
    const titles = ["Untitled chat", ...before.titles];
    expect({ type, ...after }).toEqual({ type, ...before, titles });
    expect({ type, status: plain.status }).toEqual({ type, status: "done" });
  }
  expect(found.onTask.task.status).toBe("in_review");
  expect(found.onTask.comments.map(({ content }) => content)).toEqual(["I try"]);
  expect(JSON.stringify(found.onTask)).not.toContain("planted");
  expect(JSON.stringify(found.answerForms)).not.toContain("planted");
}, 60_000);

async function plantedFindings(): Promise<PlantedFindings> {
  const program = fileURLToPath(import.meta.resolve("#testing/planted-fields.ts"));
  const child = Bun.spawn([process.execPath, "--no-env-file", program], {
    stdin: "ignore",
    stdout: "pipe",
    stderr: "inherit",
    timeout: 60_000,
    killSignal: "SIGKILL",
  });
  return (await child.stdout.json()) as PlantedFindings;
}
