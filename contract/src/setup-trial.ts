import { z } from "zod";
import { hasNoNul, Name } from "./text.ts";
import { UpdateWorkspace } from "./workspace.ts";

/** A setup command to try, with settings that need not be saved; saved values fill in the rest. */
export const TrySetup = UpdateWorkspace.pick({
  working_directory_path: true,
  base_branch: true,
  branch_prefix: true,
  init_submodules: true,
  copy_patterns: true,
  trust_repository_programs: true,
}).extend({
  setup_command: Name.refine(hasNoNul, "must not contain a NUL character"),
});
export type TrySetup = z.infer<typeof TrySetup>;

/** The current state of a trial. It is never stored. */
export const SetupTrial = z.object({
  state: z.enum(["preparing", "running", "passed", "failed"]),
  duration_ms: z.number().int().nonnegative(),
  /** Why it failed, in a sentence. */
  problem: z.string().nullable(),
  /** What people should know about its worktree. */
  notices: z.array(z.string()),
  /** The last 4 KiB of the command's output. */
  output: z.string(),
});
export type SetupTrial = z.infer<typeof SetupTrial>;
