import type { Channel } from "./channel.ts";
import { oneLine, withLink } from "./notice.ts";

/** ntfy turns anything longer than 4,096 bytes into an attachment; a letter has at most three. */
const LONGEST_MESSAGE = 1300;

export const ntfy: Channel = {
  label: "ntfy",
  needs: ["ntfy_url"],

  request({ event, subject, text, link }, settings) {
    const token = settings("ntfy_token");
    return {
      url: settings("ntfy_url"),
      headers: {
        "Content-Type": "text/plain; charset=utf-8",
        Title: headerText(subject),
        Priority: event === "task.error" ? "high" : "default",
        ...(link !== null && { Click: new URL(link).href }),
        ...(token && { Authorization: `Bearer ${token}` }),
      },
      body: withLink(text, link, LONGEST_MESSAGE),
      secrets: [token],
    };
  },
};

/** Headers are ASCII: anything else is encoded as in RFC 2047, which ntfy reads. */
function headerText(text: string): string {
  const line = oneLine(text);
  if (/^[\x20-\x7e]*$/.test(line) && !line.includes("=?")) return line;
  return `=?UTF-8?B?${Buffer.from(line).toString("base64")}?=`;
}
