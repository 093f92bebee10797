import { idIn, isOk } from "#long-runs/client.ts";
import { until } from "#support/until.ts";
import { always, type Fault } from "./fault.ts";

/** Includes retries after a failed pass. */
const PATIENCE_MS = 20_000;

/** A CLI that does what its task says and still comes to an end, at once or after a retry. */
export function badCli(summary: string): Fault {
  return {
    obstacle: always,
    async strike({ client, places, number, violate }) {
      const task = await createTask(client, places.trouble, `${summary} ${number()}`);
      if (!task) return violate("A task could not be created");
      await reaches(client, task, "in_review").catch((error: unknown) => violate(String(error)));
      await client.send("DELETE", `/api/tasks/${task}`);
    },
  };
}

/** A CLI that never ends until someone cancels or deletes its task. */
export function endlessCli(summary: string): Fault {
  return {
    obstacle: always,
    async strike({ client, places, random, number, violate }) {
      const task = await createTask(client, places.trouble, `${summary} ${number()}`);
      if (!task) return violate("A task could not be created");
      await reaches(client, task, "in_progress").catch((error: unknown) => violate(String(error)));
      await Bun.sleep(random.between(0, 150));
      if (random.below(2) === 0) {
        const cancelled = await client.send("POST", `/api/tasks/${task}/cancel`);
        if (!isOk(cancelled)) violate("A cancel was refused");
      }
      await client.send("DELETE", `/api/tasks/${task}`);
    },
  };
}

type Client = Parameters<Fault["strike"]>[0]["client"];

async function createTask(client: Client, workspace: string, summary: string) {
  const made = await client.send("POST", `/api/workspaces/${workspace}/tasks`, { summary });
  return isOk(made) ? idIn(made) : null;
}

async function reaches(client: Client, task: string, status: string): Promise<void> {
  await until(
    async () => {
      const found = await client.send("GET", `/api/tasks/${task}`);
      return (found?.body as { status?: string } | undefined)?.status === status;
    },
    `its task is ${status}`,
    PATIENCE_MS,
  );
}
