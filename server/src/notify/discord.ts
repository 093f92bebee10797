import { JSON_TYPE, type Channel } from "./channel.ts";
import { withLink } from "./notice.ts";

/** Discord refuses more. */
const LONGEST_CONTENT = 2000;

export const discord: Channel = {
  label: "Discord",
  needs: ["discord_webhook_url"],

  request: ({ subject, text, link }, settings) => ({
    url: settings("discord_webhook_url"),
    headers: JSON_TYPE,
    body: JSON.stringify({
      content: withLink(`${subject}\n${text}`, link, LONGEST_CONTENT),
      // A text with @everyone in it must not mention anyone.
      allowed_mentions: { parse: [] },
    }),
    secrets: [settings("discord_webhook_url")],
  }),
};
