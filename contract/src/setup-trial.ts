import { z } from "zod";
import { hasNoNul, Name } from "./text.ts";
import { UpdateWorkspace } from "./workspace.ts";

/** A setup command to try, with settings that need not be saved; those left out are as saved. */
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

/** All that is known about a trial at the time. Nothing of it is stored. */
export const SetupTrial = z.object({
  state: z.enum(["preparing", "running", "passed", "failed"]),
  duration_ms: z.number().int().nonnegative(),
  /** Why it failed, in a sentence. */
  problem: z.string().nullable(),
  /** What a person should know about its worktree. */
  notices: z.array(z.string()),
  /** The last 4 KiB that the command has said. */
  output: z.string(),
});
export type SetupTrial = z.infer<typeof SetupTrial>;
