import { z } from "zod";
import { WorkspaceId } from "./ids.ts";

/** The title of the workspace in which a team without a model shows what Malamar does. */
export const DEMO_TITLE = "Demo";

export const Demo = z.object({ workspace_id: WorkspaceId });
