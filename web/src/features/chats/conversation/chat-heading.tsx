import type { ComponentProps } from "react";
import { IS_WIDE, useMedia } from "#lib/media.ts";

/** Beside the list the title of the workspace is the page's; alone, that of the chat. */
export function ChatHeading(props: ComponentProps<"h2">) {
  const Heading = useMedia(IS_WIDE) ? "h2" : "h1";
  return <Heading {...props} />;
}
