import { createBoard } from "../support/board.ts";
import { summaryOf } from "../support/filled-boards.ts";
import { until } from "../support/until.ts";

/** As many at once as a busy browser would send. */
const AT_ONCE = 8;

/** Tasks of a workspace without agents, where they go straight to In Review. */
export async function createTasks(url: string, workspaceId: string, count: number): Promise<void> {
  const board = createBoard(url);
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const work = async () => {
    for (let number = numbers.pop(); number !== undefined; number = numbers.pop()) {
      await board.createTask(workspaceId, summaryOf(number));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await until(
    async () => (await board.tasks(workspaceId)).every(({ status }) => status === "in_review"),
    `all ${count} tasks are in review`,
    60_000,
  );
}
