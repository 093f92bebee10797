import type { ComponentProps } from "react";
import { IS_WIDE } from "#lib/breakpoints.ts";
import { useMediaQuery } from "#lib/media-query.ts";

/** Beside the list the title of the workspace is the page's; alone, that of the chat. */
export function ChatHeading(props: ComponentProps<"h2">) {
  const Heading = useMediaQuery(IS_WIDE) ? "h2" : "h1";
  return <Heading {...props} />;
}
