import { createBoard, demoAgent, request } from "./board.ts";

/** The parts of an export that these tests read. */
interface WorkspaceFile {
  workspace: { title: string };
  tasks: Record<string, unknown>[];
}

const ALPHABET = "useandom-26T198340PX75pxJACKVERYMINDBUSHWOLF_GQZbfghjklqvwyzrict";

/** As random as Malamar's ids: what cannot be compressed there must cost the same here. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(21));
  return [...bytes].map((byte) => ALPHABET[byte % ALPHABET.length]).join("");
}

/** Of six tasks three wait, two are in review, and one is done. */
const STATUSES = ["todo", "in_review", "todo", "done", "in_review", "todo"] as const;

/** Workspaces with a team of four and this many tasks, on which nobody works. */
export async function createFilledBoards(url: string, sizes: readonly number[]): Promise<string[]> {
  const board = createBoard(url);
  const team = ["Planner", "Implementer", "Reviewer", "Approver"];
  const model = await board.createTeam(team.map((name) => demoAgent(name, "skip")));
  await request(url, "POST", `/api/workspaces/${model}/tasks`, {
    summary: "A task",
    labels: ["api", "invoices"],
    is_on_hold: true,
  });
  const file = await request<WorkspaceFile>(url, "GET", `/api/workspaces/${model}/export`);
  const ids: string[] = [];
  for (const size of sizes) {
    const tasks = Array.from({ length: size }, (_, index) => taskOf(file.tasks[0]!, index + 1));
    const workspace = { ...file.workspace, title: `${size} tasks` };
    const { id } = await request<{ id: string }>(url, "POST", "/api/import", {
      ...file,
      workspace,
      tasks,
    });
    ids.push(id);
  }
  return ids;
}

function taskOf(model: Record<string, unknown>, number: number) {
  const status = STATUSES[number % STATUSES.length]!;
  const at = new Date(Date.UTC(2026, 0, 1) + number * 1000).toISOString();
  return {
    ...model,
    id: randomId(),
    number,
    position: number,
    summary: summaryOf(number),
    status,
    done_at: status === "done" ? at : null,
    attention_at: status === "in_review" ? at : null,
    is_on_hold: status === "todo",
    created_at: at,
    updated_at: at,
  };
}

/** One line, or two, or more than a card shows. */
export function summaryOf(number: number): string {
  const more = " and see that the totals add up in every currency".repeat(number % 3);
  return `Task ${number}: fix the export of invoices${more}`;
}
