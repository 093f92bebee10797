import { z } from "zod";
import { InstalledCliType } from "./cli.ts";
import { ChannelInputs } from "./channel-settings.ts";
import { EnvName } from "./env-name.ts";
import { Flag, hasNoNul, OptionalLine, SecretInput } from "./text.ts";

/** How a secret reads: never its value, only whether there is one. */
const SecretState = z.object({ is_set: z.boolean() });

/** Every way to reach a person who does not look at the page. */
export const NotificationChannel = z.enum(
  ["email", "webhook", "slack", "discord", "ntfy"],
  "must be one of email, webhook, slack, discord, ntfy",
);
export type NotificationChannel = z.infer<typeof NotificationChannel>;

export const TestNotification = z.object({ channel: NotificationChannel });

const CliSettings = z.object({
  binary_path: z.string().nullable(),
  env_vars: z.record(EnvName, SecretState),
});

export const Settings = z.object({
  mailgun_api_key: SecretState,
  mailgun_domain: z.string().nullable(),
  mailgun_from_email: z.string().nullable(),
  mailgun_to_email: z.string().nullable(),
  mailgun_base_url: z.string(),
  /** Whoever knows such an address can post to it, so it is a secret like a key. */
  webhook_url: SecretState,
  webhook_secret: SecretState,
  slack_webhook_url: SecretState,
  discord_webhook_url: SecretState,
  /** Readable: a person needs it to subscribe. */
  ntfy_url: z.string().nullable(),
  ntfy_token: SecretState,
  notify_on_error: z.boolean(),
  notify_on_in_review: z.boolean(),
  cli_settings: z.record(InstalledCliType, CliSettings),
});
export type Settings = z.infer<typeof Settings>;

export const UpdateSettings = z
  .object({
    ...ChannelInputs.shape,
    notify_on_error: Flag,
    notify_on_in_review: Flag,
    cli_settings: z.partialRecord(
      InstalledCliType,
      z
        .object({
          binary_path: OptionalLine.refine(
            (path) => path === null || hasNoNul(path),
            "must not contain a NUL character",
          ),
          env_vars: z.record(EnvName, SecretInput),
        })
        .partial(),
    ),
  })
  .partial();
export type UpdateSettings = z.infer<typeof UpdateSettings>;
