import { z } from "zod";
import { InstalledCliType } from "./cli.ts";
import { Flag, hasNoNul, isWebAddress, OptionalAddress, OptionalLine } from "./text.ts";

/** How a secret reads: never its value, only whether there is one. */
const SecretState = z.object({ is_set: z.boolean() });

export const EnvName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "must be letters, digits and underscores");

/** Written: absent keeps it, null removes it, text sets it. */
const SecretInput = z
  .string("must be text or null")
  .refine(hasNoNul, "must not contain a NUL character")
  .nullable();

/** An empty one is none. */
const OptionalSecret = SecretInput.overwrite((secret) => secret || null);

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
    mailgun_api_key: OptionalSecret,
    mailgun_domain: OptionalLine.refine(
      (domain) => domain === null || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(domain),
      "must be a domain name, such as mg.example.com",
    ),
    mailgun_from_email: OptionalLine,
    mailgun_to_email: OptionalLine,
    /** For accounts in another region, such as https://api.eu.mailgun.net; null is the default. */
    mailgun_base_url: OptionalAddress,
    webhook_url: OptionalAddress,
    /** Signs what is sent to the webhook. */
    webhook_secret: OptionalSecret,
    slack_webhook_url: OptionalAddress,
    discord_webhook_url: OptionalAddress,
    ntfy_url: OptionalLine.refine(
      (url) => url === null || isTopicAddress(url),
      "must be an http or https address with a topic, such as https://ntfy.sh/my-topic, and without a password or a query; a token goes into ntfy_token",
    ),
    ntfy_token: OptionalSecret.refine(
      (token) => token === null || /^[\x21-\x7e]+$/.test(token),
      "must be letters, digits and signs without spaces, such as tk_…",
    ),
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

/** The address can be read, so nothing that opens a door may be in it: ntfy takes a token as a query too. */
function isTopicAddress(text: string): boolean {
  if (!isWebAddress(text)) return false;
  const { pathname, search, hash } = new URL(text);
  return /[^/]$/.test(pathname) && search + hash === "";
}
