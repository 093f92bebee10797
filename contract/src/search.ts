import { z } from "zod";
import { WorkspaceId } from "./ids.ts";
import { TaskStatus } from "./task.ts";

export const SearchQuery = z.object({
  /**
   * A part of the title, in any case, or the number of a task such as #12; an empty one finds
   * nothing.
   */
  q: z.string().default(""),
});

/** A search result. */
export const SearchResult = z.object({
  type: z.enum(["workspace", "task", "chat"]),
  id: z.string(),
  title: z.string(),
  /** Where it is; for a workspace, itself. */
  workspace_id: WorkspaceId,
  workspace_title: z.string(),
  /** Of a task. */
  status: TaskStatus.nullable(),
});
export type SearchResult = z.infer<typeof SearchResult>;
