import type { ComponentProps } from "react";
import { HAS_RAIL } from "#lib/breakpoints.ts";
import { useMediaQuery } from "#lib/media-query.ts";
import { TASK_TITLE_ID } from "./task-shell.tsx";

/** Where the title of the workspace is out of sight, the task's is the page's. */
export function TaskHeading(props: ComponentProps<"h2">) {
  const Heading = useMediaQuery(HAS_RAIL) ? "h2" : "h1";
  return <Heading id={TASK_TITLE_ID} {...props} />;
}
