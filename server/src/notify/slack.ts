import { JSON_TYPE, type Channel } from "./channel.ts";
import { withLink } from "./notice.ts";

/** What Slack shows of a message before it folds it. */
const LONGEST_TEXT = 4000;

export const slack: Channel = {
  label: "Slack",
  needs: ["slack_webhook_url"],

  request: ({ subject, text, link }, settings) => ({
    url: settings("slack_webhook_url"),
    headers: JSON_TYPE,
    body: JSON.stringify({
      text: escaped(withLink(`${subject}\n${text}`, link, LONGEST_TEXT)),
    }),
    secrets: [settings("slack_webhook_url")],
  }),
};

/**
 * Slack reads <!channel> as a mention of everyone, and <…> as links; escaped they are plain text.
 */
function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
