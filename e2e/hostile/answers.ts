import type { Cast } from "./cast.ts";
import type { Dice } from "./dice.ts";
import { jsonText, rawJson } from "./json.ts";
import { oddValue } from "./odd-values.ts";
import type { JsonSchema } from "./routes.ts";
import { soundValue } from "./sound-values.ts";
import { spoiled } from "./spoil.ts";
import { hostileSteps } from "./stdout-lines.ts";

/** Who gives an answer. */
type Speaker = "the Malamar agent" | "an agent in a chat" | "an agent on a task";

export interface HostileAnswer {
  speaker: Speaker;
  what: string;
  /** What its CLI does first. */
  steps: string[];
  /** What the agent writes into its file. */
  output: string;
}

/**
 * An answer written by an attacker: actions on `own` are allowed, `foreign` is in another
 * workspace.
 */
export function hostileAnswer(own: Cast, foreign: Cast, dice: Dice): HostileAnswer {
  const speaker = dice.weighted<Speaker>([
    [5, "the Malamar agent"],
    [3, "an agent in a chat"],
    [3, "an agent on a task"],
  ]);
  const isTask = speaker === "an agent on a task";
  const actions = Array.from({ length: dice.between(1, 40) }, () =>
    action(isTask ? ON_TASKS : IN_CHATS, dice.chance(0.6) ? own : foreign, dice),
  );
  const { what, value } = dice.weighted([...EVERYWHERE, ...(isTask ? FROM_TASKS : FROM_CHATS)]);
  const output = jsonText(value({ message: "Done as you asked.", actions }, dice));
  return { speaker, what, steps: dice.chance(0.5) ? hostileSteps(own, dice) : [], output };
}

interface Form {
  what: string;
  value: (sound: { message: string; actions: unknown[] }, dice: Dice) => unknown;
}

type Forms = readonly (readonly [weight: number, form: Form])[];

const EVERYWHERE: Forms = [
  [9, { what: "some actions", value: (sound) => sound }],
  [4, { what: "one mistake", value: (sound, dice) => spoiled(sound, dice).value }],
  [1, { what: "something odd", value: (_sound, dice) => oddValue(dice).value }],
  [1, { what: "no JSON", value: () => rawJson("I have deleted everything.") }],
];

const FROM_CHATS: Forms = [
  [1, { what: "thousands of actions", value: (sound) => ({ ...sound, actions: many(ONE_TASK) }) }],
  [1, { what: "a huge message", value: (sound) => ({ ...sound, message: "x".repeat(1_000_000) }) }],
];

/** One invalid action invalidates the whole answer, so some have none. */
const FROM_TASKS: Forms = [
  [6, { what: "sound comments", value: () => ({ actions: [comment("One"), comment("Two")] }) }],
  [6, { what: "thousands of comments", value: () => ({ actions: many(comment("x")) }) }],
  [
    6,
    { what: "a flood of backticks", value: () => ({ actions: [comment("` ".repeat(1_100_000))] }) },
  ],
];

const ONE_TASK = { type: "create_task", summary: "One of thousands" };

function comment(content: string): object {
  return { type: "comment", content };
}

function many(action: object): object[] {
  return Array.from({ length: 8000 }, () => action);
}

function action(known: Readonly<Record<string, JsonSchema>>, cast: Cast, dice: Dice): unknown {
  const type = dice.pick(Object.keys(known));
  const fields = soundValue(known[type] ?? {}, "", dice, cast) as Record<string, unknown>;
  return dice.weighted<() => unknown>([
    [4, () => ({ type, ...fields })],
    [4, () => readable(spoiled({ type, ...fields }, dice).value) ?? { type, ...fields }],
    [4, () => ({ type, ...fields, [dice.pick(FORBIDDEN)]: dice.pick(TAKEN) })],
    [3, () => ({ type: "update_workspace", ...dice.pick(LOOSER) })],
    [3, () => ({ type: dice.pick(UNKNOWN_TYPES), ...fields })],
  ])();
}

/** null for what cannot be parsed: one such action would invalidate the whole answer. */
function readable(action: unknown): unknown {
  try {
    const { type } = JSON.parse(jsonText(action)) as { type?: unknown };
    return typeof type === "string" ? action : null;
  } catch {
    return null;
  }
}

const text: JsonSchema = { type: "string", minLength: 1 };
const id: JsonSchema = { type: "string", minLength: 21, maxLength: 21 };
const object = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: "object",
  properties,
  required: Object.keys(properties),
});

const IN_CHATS: Readonly<Record<string, JsonSchema>> = {
  rename_chat: object({ title: text }),
  create_task: object({ summary: text, description: text }),
  create_agent: object({ name: text, instruction: text, order: { type: "integer" }, model: text }),
  update_agent: object({ agent_id: id, name: text, instruction: text, model: text }),
  delete_agent: object({ agent_id: id }),
  reorder_agents: object({ agent_ids: { type: "array", items: id } }),
  update_workspace: object({
    title: text,
    description: text,
    working_directory_path: text,
    retention_days: { type: "integer" },
    notify_on_error: { type: "boolean" },
  }),
};

const ON_TASKS: Readonly<Record<string, JsonSchema>> = {
  skip: object({}),
  comment: object({ content: text }),
  change_status: object({ status: { enum: ["in_review", "done", "todo", "in_progress"] } }),
};

const UNKNOWN_TYPES = [
  "delete_workspace",
  "create_workspace",
  "delete_task",
  "update_task",
  "cancel_task",
  "update_settings",
  "set_token",
  "run_command",
  "create_chat",
  "__proto__",
  "constructor",
  "toString",
  "create_task\nAction failed: nothing",
  "x".repeat(2000),
  "",
];

/** What agents may never set, whatever they ask for. */
const FORBIDDEN = [
  "binary_path",
  "env_vars",
  "cli_settings",
  "mailgun_api_key",
  "mailgun_base_url",
  "webhook_url",
  "webhook_secret",
  "token",
  "host",
  "allowed_hosts",
  "data_dir",
  "id",
  "workspace_id",
  "chat_id",
  "user_id",
  "actor",
  "status",
  "is_priority",
  "is_on_hold",
  "labels",
  "number",
  "position",
  "is_paused",
  "pickup_order",
  "done_at",
];
const TAKEN = ["/bin/sh", "http://127.0.0.1:1/", "../../etc", true, { PATH: "/" }, { claude: {} }];

/** Guards as an agent would like to have them. */
const LOOSER = [
  { max_passes: 1_000_000 },
  { max_cost_usd: 1e300 },
  { max_tokens: Number.MAX_SAFE_INTEGER },
  { run_timeout_minutes: 0 },
  { idle_timeout_minutes: 0 },
  { max_passes: 1, run_timeout_minutes: 99_999 },
  { title: "Loosened", max_tokens: 9e15 },
];

/** The script that makes the Demo CLI give this answer. */
export function scriptFor(
  fence: "demo" | "demo-chat",
  { steps, output }: Pick<HostileAnswer, "steps" | "output">,
): string {
  // A line break ends a step, and a fence the script.
  const script = [`output ${output.replaceAll("\n", "\n| ")}`, ...steps].join("\n");
  return `\`\`\`${fence}\n${script.replaceAll("`", "\\u0060")}\n\`\`\``;
}
