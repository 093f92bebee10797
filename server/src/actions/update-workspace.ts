import { UpdateWorkspace, type Workspace } from "@malamar/contract/workspace.ts";
import { AppError } from "#lib/app-error.ts";
import { changesOf, defineAction } from "./action.ts";

export const updateWorkspace = defineAction({
  type: "update_workspace",
  isForEveryone: false,
  about:
    "Change settings of this workspace: title, description (the instruction that every agent receives), working_directory_mode (temp or static), working_directory_path, auto_delete_done_tasks, retention_days, notify_on_error, notify_on_in_review; and the guards max_passes, max_cost_usd, max_tokens, run_timeout_minutes, idle_timeout_minutes, which you can only make tighter.",
  example: {
    type: "update_workspace",
    working_directory_mode: "static",
    working_directory_path: "/home/me/project",
    max_cost_usd: 5,
  },
  fields: UpdateWorkspace.shape,
  perform: (fields, { chat }, { workspaceService }) => {
    const changes = changesOf(fields);
    requireTighter(workspaceService.get(chat.workspace_id), fields);
    workspaceService.update(chat.workspace_id, fields);
    return { text: `Changed ${changes} of this workspace` };
  },
});

/** What each guard says when it does not limit anything; passes are limited always. */
const NO_LIMIT = {
  max_passes: null,
  max_cost_usd: null,
  max_tokens: null,
  run_timeout_minutes: 0,
  idle_timeout_minutes: 0,
} as const satisfies Partial<Record<keyof Workspace, number | null>>;

function requireTighter(workspace: Workspace, asked: UpdateWorkspace): void {
  for (const [name, none] of Object.entries(NO_LIMIT)) {
    // The table's keys are guards.
    const guard = name as keyof typeof NO_LIMIT;
    const [now, wanted] = [workspace[guard], asked[guard]];
    if (wanted === undefined || now === none) continue;
    const isTighter = wanted !== none && wanted !== null && now !== null && wanted <= now;
    if (isTighter) continue;
    throw new AppError(
      "FORBIDDEN",
      `${guard} is ${now} and can only be made tighter here. A person can change it in the settings of the workspace.`,
    );
  }
}
