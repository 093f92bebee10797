import { createHmac } from "node:crypto";
import { JSON_TYPE, type Channel } from "./channel.ts";
import type { Notice } from "./notice.ts";

/** A user's own program; docs/notifications.md says what it gets and how it can trust it. */
export const webhook: Channel = {
  label: "Webhook",
  needs: ["webhook_url"],

  request(notice, settings, now) {
    const secret = settings("webhook_secret");
    const body = JSON.stringify(payloadOf(notice));
    const timestamp = String(Math.floor(Date.parse(now) / 1000));
    return {
      url: settings("webhook_url"),
      headers: {
        ...JSON_TYPE,
        "X-Malamar-Event": notice.event,
        "X-Malamar-Delivery": notice.id,
        "X-Malamar-Timestamp": timestamp,
        ...(secret && { "X-Malamar-Signature": signature(secret, `${timestamp}.${body}`) }),
      },
      body,
      secrets: [settings("webhook_url"), secret],
    };
  },
};

function payloadOf({ event, at, text, link, news }: Notice) {
  if (!news) return { event, at, message: text };
  const { workspace, task, cause, count } = news;
  return { event, at, workspace, task, cause, count, link };
}

function signature(secret: string, signed: string): string {
  return `sha256=${createHmac("sha256", secret).update(signed).digest("hex")}`;
}
