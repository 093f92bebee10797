import type { NotificationChannel } from "@malamar/contract/settings.ts";
import type { Channel } from "./channel.ts";
import { discord } from "./discord.ts";
import { mailgun } from "./mailgun.ts";
import { ntfy } from "./ntfy.ts";
import { slack } from "./slack.ts";
import { webhook } from "./webhook.ts";

export const CHANNELS: Readonly<Record<NotificationChannel, Channel>> = {
  email: mailgun,
  webhook,
  slack,
  discord,
  ntfy,
};
