import { GuardField, UpdateWorkspace, type Workspace } from "@malamar/contract/workspace.ts";
import { AppError } from "#lib/app-error.ts";
import { changesOf, defineAction } from "./action.ts";

export const updateWorkspace = defineAction({
  type: "update_workspace",
  isForEveryone: false,
  about:
    "Change settings of this workspace: title, description (the instruction that every agent receives), working_directory_mode (temp, static or git), working_directory_path, auto_delete_done_tasks, retention_days, notify_on_error, notify_on_in_review; and the guards max_passes, max_cost_usd, max_tokens, run_timeout_minutes, idle_timeout_minutes, which you can only make tighter.",
  example: {
    type: "update_workspace",
    working_directory_mode: "static",
    working_directory_path: "/home/me/project",
    max_cost_usd: 5,
  },
  fields: UpdateWorkspace.pick({
    title: true,
    description: true,
    working_directory_mode: true,
    working_directory_path: true,
    auto_delete_done_tasks: true,
    retention_days: true,
    notify_on_error: true,
    notify_on_in_review: true,
    max_passes: true,
    max_cost_usd: true,
    max_tokens: true,
    run_timeout_minutes: true,
    idle_timeout_minutes: true,
  }).shape,
  perform: (fields, { chat, actor }, { workspaceService }) => {
    const changes = changesOf(fields);
    const before = workspaceService.get(chat.workspace_id);
    requireTighter(before, fields);
    const now = workspaceService.update(actor, chat.workspace_id, fields);
    return { text: `Changed ${changes} of this workspace${switchedOff(before, now)}` };
  },
});

/** A person has to see the new directory first. */
function switchedOff(before: Switches, now: Switches): string {
  const off = [
    ...(before.is_setup_on && !now.is_setup_on ? ["its setup command"] : []),
    ...(before.trust_repository_programs && !now.trust_repository_programs
      ? ["the programs that its repository names"]
      : []),
  ];
  return off.length === 0
    ? ""
    : `. Off until a person switches them on in the settings: ${off.join(", ")}`;
}

type Switches = Pick<Workspace, "is_setup_on" | "trust_repository_programs">;

/** Whether the new value limits at least as much as the current one. */
type Rule = (now: number | null, wanted: number | null) => boolean;

/** How an agent can make each guard tighter. One that agents must leave alone: `() => false`. */
const TIGHTER: Readonly<Record<GuardField, Rule>> = {
  max_passes: lower,
  max_cost_usd: lower,
  max_tokens: lower,
  run_timeout_minutes: lowerButNotZero,
  idle_timeout_minutes: lowerButNotZero,
};

/** null limits nothing. */
function lower(now: number | null, wanted: number | null): boolean {
  return now === null || (wanted !== null && wanted <= now);
}

/** 0 limits nothing. */
function lowerButNotZero(now: number | null, wanted: number | null): boolean {
  return lower(now || null, wanted || null);
}

function requireTighter(workspace: Pick<Workspace, GuardField>, asked: UpdateWorkspace): void {
  for (const guard of GuardField.options) {
    const [now, wanted] = [workspace[guard], asked[guard]];
    if (wanted === undefined || TIGHTER[guard](now, wanted)) continue;
    throw new AppError(
      "FORBIDDEN",
      `${guard} is ${now} and can only be made tighter here. A person can change it in the settings of the workspace.`,
    );
  }
}
