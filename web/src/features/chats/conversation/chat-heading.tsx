import type { ComponentProps } from "react";
import { IS_WIDE } from "#lib/breakpoints.ts";
import { useMediaQuery } from "#lib/media-query.ts";

/**
 * Next to the list, the page's heading is the workspace's title. Without the list, it is the
 * chat's.
 */
export function ChatHeading(props: ComponentProps<"h2">) {
  const Heading = useMediaQuery(IS_WIDE) ? "h2" : "h1";
  return <Heading {...props} />;
}
