import { z } from "zod";
import { InstalledCliType } from "./cli.ts";
import { ChannelInputs } from "./channel-settings.ts";
import { EnvName } from "./env-name.ts";
import { whole } from "./number.ts";
import { Flag, hasNoNul, measured, OptionalLine, SecretInput } from "./text.ts";

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
  /** Keys of other providers that it still inherits from Malamar's environment. */
  inherited_env: z.array(EnvName),
});

export const Settings = z.object({
  mailgun_api_key: SecretState,
  mailgun_domain: z.string().nullable(),
  mailgun_from_email: z.string().nullable(),
  mailgun_to_email: z.string().nullable(),
  mailgun_base_url: z.string(),
  /** Anyone who knows such an address can post to it, so it is a secret like a key. */
  webhook_url: SecretState,
  webhook_secret: SecretState,
  slack_webhook_url: SecretState,
  discord_webhook_url: SecretState,
  /** Readable: a person needs it to subscribe. */
  ntfy_url: z.string().nullable(),
  ntfy_token: SecretState,
  notify_on_error: z.boolean(),
  notify_on_in_review: z.boolean(),
  /** No workspace picks up anything new; active runs continue. */
  is_paused: z.boolean(),
  /** With less free space than this, no run starts. 0: no check. */
  min_free_disk_mb: z.number().int(),
  /** Checkpoints leave out larger untracked files. */
  checkpoint_max_file_mb: z.number().int(),
  /** How long unmerged work of removed worktrees is kept. 0: forever. */
  kept_work_days: z.number().int(),
  cli_settings: z.record(InstalledCliType, CliSettings),
});
export type Settings = z.infer<typeof Settings>;

/** Far more than there are providers. */
const MOST_INHERITED = 100;

export const UpdateSettings = z
  .object({
    ...ChannelInputs.shape,
    notify_on_error: Flag,
    notify_on_in_review: Flag,
    is_paused: Flag,
    min_free_disk_mb: whole(0),
    checkpoint_max_file_mb: whole(1),
    kept_work_days: whole(0),
    cli_settings: z.partialRecord(
      InstalledCliType,
      z
        .object({
          binary_path: OptionalLine.refine(
            (path) => path === null || hasNoNul(path),
            "must not contain a NUL character",
          ),
          env_vars: z.record(EnvName, SecretInput),
          /** The whole list. */
          inherited_env: z
            .array(EnvName, "must be a list of names")
            .max(MOST_INHERITED, measured(`must be at most ${MOST_INHERITED} names`))
            .overwrite((names) => [...new Set(names)].toSorted()),
        })
        .partial(),
    ),
  })
  .partial();
export type UpdateSettings = z.infer<typeof UpdateSettings>;
