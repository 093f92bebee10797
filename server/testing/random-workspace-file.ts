import { CliType } from "@malamar/contract/cli.ts";
import { Labels } from "@malamar/contract/label.ts";
import { AgentActionType, GuardName, TaskStatus } from "@malamar/contract/task.ts";
import { Name } from "@malamar/contract/text.ts";
import { WORKSPACE_FILE } from "@malamar/contract/workspace-file.ts";
import { PickupOrder } from "@malamar/contract/workspace.ts";
import { IN_FILE } from "#domain/workspace-file/columns-in-file.ts";
import { newId } from "#lib/id.ts";
import type { Random } from "./seeded-random.ts";

const TEXTS = [
  "",
  "Plain",
  " kept  as it is \n\n",
  'quotes " and \\ and `ticks` and \u2028 and \u0000 and \u001b[31m',
  "👩‍👩‍👧 \u202eevil ﷽ e\u0301",
  "<script>alert(1)</script>",
  "'; DROP TABLE tasks; --",
  "```json\n{}\n```",
  "__proto__",
  '{"format":"malamar-workspace"}',
  "long ".repeat(20_000),
];

/** A workspace that nobody would make, but that is possible. */
export function randomWorkspaceFile(random: Random): object {
  const { whole, pick } = random;
  const text = () => pick(TEXTS);
  const required = () => text().trim() || "Something";
  const name = () => Name.parse(Name.parse(required()).slice(0, 1000));
  const time = () => new Date(whole(0, 4_000_000_000_000)).toISOString();
  const flag = () => pick([true, false]);
  const maybe = <Value>(value: Value) => pick([null, value]);
  const many = <Item>(most: number, item: (at: number) => Item) =>
    Array.from({ length: whole(0, most) }, (_, at) => item(at));
  const times = () => ({ created_at: time(), updated_at: time() });

  const agents = many(5, (at) => ({
    ...IN_FILE.agent.defaults,
    id: newId(),
    name: `${name().slice(0, 500).toWellFormed().trim()} ${at}`,
    instruction: required(),
    cli_type: pick(CliType.options),
    model: maybe("model-1"),
    order: at + 1,
    ...times(),
  }));
  const deleted = [newId(), newId()];
  const anyAgent = () => pick([...agents.map(({ id }) => id), ...deleted]);
  const someone = () => {
    const by = pick(["user", "agent", "system"] as const);
    return { by, agent_id: by === "agent" ? anyAgent() : null };
  };
  const comment = () => {
    const author = someone();
    const is_note = author.by === "user" && flag();
    return { ...author, content: text(), is_note, ...times() };
  };
  /** The Malamar agent has no id. */
  const anyone = () => pick([someone(), { by: "agent" as const, agent_id: null }]);
  const event = () => {
    const agent = { agent_name: text(), run_id: newId() };
    return pick<object>([
      { event_type: "task_created", metadata: null },
      {
        event_type: "status_changed",
        metadata: { old_status: pick(TaskStatus.options), new_status: pick(TaskStatus.options) },
      },
      { event_type: "comment_added", metadata: null },
      { event_type: "agent_started", metadata: agent },
      {
        event_type: "agent_finished",
        metadata: { ...agent, action_type: pick(AgentActionType.options) },
      },
      { event_type: "task_prioritized", metadata: null },
      {
        event_type: "guard_tripped",
        metadata: { guard: pick(GuardName.options), detail: text() },
      },
    ]);
  };
  let isPriorityFree = true;
  const tasks = many(8, () => {
    const status = pick(["todo", "in_review", "done"] as const);
    const is_priority = status === "todo" && isPriorityFree && flag();
    if (is_priority) isPriorityFree = false;
    return {
      ...IN_FILE.task.defaults,
      id: newId(),
      summary: name(),
      description: text(),
      status,
      is_priority,
      position: whole(-100, 100) / 8,
      labels: Labels.parse(many(3, () => name().slice(0, 40).toWellFormed().trim() || "x")),
      is_on_hold: status === "todo" || (status === "in_review" && flag()),
      pass_count: whole(0, 20),
      failure_count: whole(0, 3),
      last_error: maybe(text()),
      tripped_guard: maybe({ guard: pick(GuardName.options), detail: text() }),
      attention_at: maybe(time()),
      done_at: status === "done" ? time() : null,
      ...times(),
      // Sometimes all at once: then their order is that of the file.
      comments: inOrder(many(6, comment)),
      logs: inOrder(many(6, () => ({ ...anyone(), ...event(), created_at: time() }))),
    };
  });
  const record = (action: object) => ({
    ...action,
    result: {
      status: pick(["done", "failed", "ignored"]),
      text: text(),
      task_id: maybe(newId()),
      agent_id: maybe(anyAgent()),
    },
  });
  const chats = many(4, () => ({
    ...IN_FILE.chat.defaults,
    agent_id: agents.length > 0 ? maybe(pick(agents).id) : null,
    cli_type: maybe(pick(CliType.options)),
    title: name(),
    ...times(),
    // In the order they were said, whatever the clock did.
    messages: many(5, () => {
      const role = pick(["user", "agent", "system"] as const);
      return {
        ...IN_FILE.message.defaults,
        role,
        agent_id: role === "agent" ? maybe(anyAgent()) : null,
        message: text(),
        actions: maybe([
          record({ type: "update_agent", agent_id: anyAgent(), instruction: text() }),
          record({ type: "reorder_agents", agent_ids: agents.map(({ id }) => id) }),
        ]),
        created_at: time(),
      };
    }),
  }));
  return {
    ...WORKSPACE_FILE,
    exported_at: time(),
    workspace: {
      ...IN_FILE.workspace.defaults,
      title: name(),
      description: text(),
      ...pick([
        { working_directory_mode: "temp", working_directory_path: null },
        { working_directory_mode: "static", working_directory_path: "/nowhere/at all" },
      ]),
      auto_delete_done_tasks: flag(),
      retention_days: whole(0, 30),
      notify_on_error: flag(),
      notify_on_in_review: flag(),
      max_passes: whole(1, 100),
      max_cost_usd: maybe(whole(1, 1000) / 8),
      max_tokens: maybe(whole(1, 1_000_000_000)),
      run_timeout_minutes: whole(0, 100),
      idle_timeout_minutes: whole(0, 100),
      is_paused: flag(),
      pickup_order: pick(PickupOrder.options),
      ...times(),
    },
    agents,
    // An import counts them in this order.
    tasks: inOrder(tasks).map((task, at) => ({ ...task, number: at + 1 })),
    chats: inOrder(chats),
  };
}

/** An export lists older ones first. */
function inOrder<Item extends { created_at: string }>(items: Item[]): Item[] {
  return items.toSorted((a, b) => a.created_at.localeCompare(b.created_at));
}
