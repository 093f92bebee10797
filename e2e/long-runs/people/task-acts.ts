import { idIn, isOk } from "../client.ts";
import { change, idOf, oneOf, type Act, type Person } from "./person.ts";

/** Enough to keep the team busy, and few enough to finish by the next rest. */
const TASKS = 4;
/** An agent gets only the newest part of a long story, and the team counts its visits. */
const COMMENTS = 2;

/** What a person does with a workspace's tasks. Some acts are more frequent than others. */
export function taskActs(workspaceId: string, mostTasks = TASKS): readonly Act[] {
  const workspace = `workspace:${workspaceId}`;
  const tasksOf = ({ ledger }: Person) => ledger.keysOf("task", workspace);
  const isDone = ({ ledger }: Person, key: string) => ledger.valueOf(key, "done") === 1;

  const create: Act = async (person) => {
    if (tasksOf(person).length >= mostTasks) return;
    const fields = { summary: `Task ${person.number()}`, description: `As of ${person.number()}` };
    const answer = await person.client.send("POST", `/api/workspaces/${workspaceId}/tasks`, fields);
    if (!isOk(answer)) return;
    person.ledger.made(`task:${idIn(answer)}`, workspace, { ...fields, done: 0, cancels: 0 });
  };

  const comment: Act = async (person) => {
    const open = tasksOf(person).filter(
      (key) => !isDone(person, key) && person.ledger.keysOf("comment", key).length < COMMENTS,
    );
    const key = oneOf(person.random, open);
    if (!key) return;
    const content = `Please look again ${person.number()}`;
    const answer = await person.client.send("POST", `/api/tasks/${idOf(key)}/comments`, {
      content,
    });
    if (isOk(answer)) person.ledger.made(`comment:${idIn(answer)}`, key, { content });
  };

  const edit: Act = async (person) => {
    const key = oneOf(person.random, tasksOf(person));
    if (!key) return;
    const fields = { description: `As of ${person.number()}` };
    await change(person, key, { fields }, ["PUT", `/api/tasks/${idOf(key)}`, fields]);
  };

  const move: Act = async (person) => {
    const key = oneOf(person.random, tasksOf(person));
    if (!key) return;
    const path = `/api/tasks/${idOf(key)}`;
    const found = await person.client.send("GET", path);
    const { status } = (found?.body ?? {}) as { status?: string };
    const next = oneOf(person.random, MOVES[status ?? ""] ?? []);
    if (!next) return;
    const fields = { done: next === "done" ? 1 : 0 };
    await change(person, key, { fields }, ["PUT", path, { status: next }]);
  };

  const cancel: Act = async (person) => {
    const key = oneOf(person.random, tasksOf(person));
    if (!key) return;
    const cancels = person.ledger.valueOf(key, "cancels");
    const fields = { cancels: typeof cancels === "number" ? cancels + 1 : undefined };
    await change(person, key, { fields }, ["POST", `/api/tasks/${idOf(key)}/cancel`]);
  };

  const prioritize: Act = async (person) => {
    const key = oneOf(person.random, tasksOf(person));
    if (key) await person.client.send("POST", `/api/tasks/${idOf(key)}/prioritize`, {});
  };

  const remove: Act = async (person) => {
    const tasks = tasksOf(person);
    const key = oneOf(person.random, tasks);
    if (!key || tasks.length < mostTasks / 2) return;
    await change(person, key, { isThere: false }, ["DELETE", `/api/tasks/${idOf(key)}`]);
  };

  const removeDone: Act = async ({ client, ledger }) => {
    // Only people move to Done, and they record it; where that was cut off, nobody knows.
    const changes = ledger
      .keysOf("task", workspace)
      .filter((key) => ledger.valueOf(key, "done") !== 0)
      .map((key) => ({
        isSure: ledger.valueOf(key, "done") === 1,
        asked: ledger.asked(key, { isThere: false }),
      }));
    const answer = await client.send("DELETE", `/api/workspaces/${workspaceId}/tasks/done`);
    for (const { isSure, asked } of changes) {
      if (isOk(answer) && isSure) asked.acknowledged();
      else if (answer && !isOk(answer)) asked.refused();
    }
  };

  return [create, create, create, comment, comment, comment, comment, edit, edit, move, move, move]
    .concat([cancel, prioritize, remove])
    .concat(removeDone);
}

const MOVES: Readonly<Record<string, readonly string[]>> = {
  in_progress: ["in_review"],
  in_review: ["todo", "done"],
  done: ["todo"],
};
