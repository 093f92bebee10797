import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gitWithoutHooks } from "#support/repositories.ts";
import { isOk } from "../client.ts";
import type { Project } from "../project.ts";
import { idOf, oneOf, type Act, type Person } from "./person.ts";

/** What these people read. */
interface Checkpoint {
  id: string;
  kind: string;
}

interface Worktree {
  id: string;
  task_id: string;
  path: string;
  branch: string;
  state: string;
  has_task: boolean;
  removable_at: string | null;
}

/** What a person does with the files of a workspace's tasks, besides moving the tasks. */
export function repositoryActs(workspaceId: string, { path }: Project): readonly Act[] {
  const workspace = `workspace:${workspaceId}`;

  async function listed<Row>({ client }: Person, from: string): Promise<Row[]> {
    const answer = await client.send("GET", from);
    return isOk(answer) ? (answer.body as Row[]) : [];
  }

  const worktreesIn = async (person: Person): Promise<Worktree[]> => {
    const answer = await person.client.send("GET", `/api/workspaces/${workspaceId}/worktrees`);
    return isOk(answer) ? (answer.body as { worktrees: Worktree[] }).worktrees : [];
  };

  /** Its state is stored, and has to stay so. */
  const note = ({ ledger }: Person, { id, kind }: Checkpoint) => {
    // Where nothing was ever changed, nothing is kept.
    if (kind !== "created" && !ledger.knows(`checkpoint:${id}`)) {
      ledger.made(`checkpoint:${id}`, null);
    }
  };

  const aTask = ({ ledger, random }: Person) => {
    const key = oneOf(random, ledger.keysOf("task", workspace));
    return key === undefined ? undefined : `/api/tasks/${idOf(key)}`;
  };

  const store: Act = async (person) => {
    const task = aTask(person);
    if (!task) return;
    const answer = await person.client.send("POST", `${task}/checkpoints`);
    if (isOk(answer)) note(person, answer.body as Checkpoint);
  };

  /** To restore what an earlier one has replaced is its undo. */
  const restore: Act = async (person) => {
    const task = aTask(person);
    if (!task) return;
    const states = await listed<Checkpoint>(person, `${task}/checkpoints`);
    const replaced = states.findLast(({ kind }) => kind === "before_restore");
    const undone = person.random.below(3) === 0 ? replaced : undefined;
    const wanted = undone ?? oneOf(person.random, states);
    if (!wanted) return;
    const body = { checkpoint_id: wanted.id };
    const answer = await person.client.send("POST", `${task}/restore`, body);
    if (isOk(answer)) note(person, answer.body as Checkpoint);
  };

  /** A person may work in any worktree. */
  const edit: Act = async (person) => {
    const found = (await worktreesIn(person)).filter(isInUse);
    const worktree = oneOf(person.random, found);
    if (!worktree || !existsSync(worktree.path)) return;
    const { path: at } = worktree;
    const content = `${"Noted by a person. ".repeat(20)}${person.number()}\n`;
    attempt(() => {
      writeFileSync(join(at, "person.txt"), content);
      if (person.random.below(3) > 0) return;
      gitWithoutHooks(at, "add", "person.txt");
      gitWithoutHooks(at, "commit", "--quiet", "--message", "By hand");
    });
  };

  const removeNow: Act = async (person) => {
    const found = (await worktreesIn(person)).filter(({ removable_at }) => removable_at !== null);
    const worktree = oneOf(person.random, found);
    if (worktree) await person.client.send("DELETE", `/api/worktrees/${worktree.id}`);
  };

  const restoreKept: Act = async (person) => {
    const path = `/api/workspaces/${workspaceId}/kept`;
    const kept = oneOf(person.random, await listed<{ id: string }>(person, path));
    if (!kept) return;
    const branch = `kept/${person.number()}`;
    const answer = await person.client.send("POST", `/api/kept/${kept.id}/restore`, { branch });
    if (isOk(answer)) person.ledger.made(`branch:${branch}`, null);
  };

  const tidyUp: Act = async () => attempt(() => gitWithoutHooks(path, "gc", "--auto", "--quiet"));

  return [store, store, restore, edit, edit, removeNow, removeNow, restoreKept, tidyUp];
}

function isInUse({ state, has_task, removable_at }: Worktree): boolean {
  return state === "ready" && has_task && removable_at === null;
}

function attempt(work: () => unknown): void {
  try {
    work();
  } catch {
    // The disk may be full, or someone else use the index; that is for the person to see.
  }
}
