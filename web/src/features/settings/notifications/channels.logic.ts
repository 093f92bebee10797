import { ChannelInputs } from "@malamar/contract/channel-settings.ts";
import type { NotificationChannel, Settings, UpdateSettings } from "@malamar/contract/settings.ts";
import { z } from "zod";

/** Texts, and secrets, of which the server only says whether they are set. */
type ChannelSetting = keyof typeof ChannelInputs.shape;

export type ChannelField = {
  name: ChannelSetting;
  label: string;
  isSecret?: boolean;
  isOptional?: boolean;
  hint?: string;
  placeholder?: string;
};

export type Channel = {
  type: NotificationChannel;
  label: string;
  /** The recipient. */
  taker: string;
  text: string;
  fields: readonly ChannelField[];
};

const NEVER_SHOWN = "Anyone who knows it can post there, so it is never shown again.";

export const CHANNELS: readonly Channel[] = [
  {
    type: "email",
    label: "Email",
    taker: "Mailgun",
    text: "Email through your Mailgun account.",
    fields: [
      { name: "mailgun_api_key", label: "API key", isSecret: true },
      { name: "mailgun_domain", label: "Domain", placeholder: "mg.example.com" },
      {
        name: "mailgun_from_email",
        label: "From",
        placeholder: "Malamar <malamar@mg.example.com>",
      },
      { name: "mailgun_to_email", label: "To", placeholder: "me@example.com" },
      {
        name: "mailgun_base_url",
        label: "Base address",
        isOptional: true,
        hint: "For accounts in another region, such as https://api.eu.mailgun.net. Empty: the default.",
      },
    ],
  },
  {
    type: "webhook",
    label: "Webhook",
    taker: "Your webhook",
    text: "A JSON request to your own program.",
    fields: [
      {
        name: "webhook_url",
        label: "Address",
        isSecret: true,
        hint: NEVER_SHOWN,
        placeholder: "https://example.com/hook",
      },
      {
        name: "webhook_secret",
        label: "Secret",
        isSecret: true,
        isOptional: true,
        hint: "Signs each request, so your program can verify that it came from Malamar.",
      },
    ],
  },
  {
    type: "slack",
    label: "Slack",
    taker: "Slack",
    text: "A message in a Slack channel, through an incoming webhook.",
    fields: [
      {
        name: "slack_webhook_url",
        label: "Webhook address",
        isSecret: true,
        hint: NEVER_SHOWN,
        placeholder: "https://hooks.slack.com/services/…",
      },
    ],
  },
  {
    type: "discord",
    label: "Discord",
    taker: "Discord",
    text: "A message in a Discord channel, through a webhook.",
    fields: [
      {
        name: "discord_webhook_url",
        label: "Webhook address",
        isSecret: true,
        hint: NEVER_SHOWN,
        placeholder: "https://discord.com/api/webhooks/…",
      },
    ],
  },
  {
    type: "ntfy",
    label: "ntfy",
    taker: "ntfy",
    text: "A push notification to your phone, through an ntfy topic.",
    fields: [
      {
        name: "ntfy_url",
        label: "Topic address",
        placeholder: "https://ntfy.sh/my-topic",
        hint: "On a public server, anyone who knows the topic can read it: choose one that is hard to guess.",
      },
      {
        name: "ntfy_token",
        label: "Token",
        isSecret: true,
        isOptional: true,
        hint: "If the server requires one.",
      },
    ],
  },
];

export function isSet(settings: Settings, name: ChannelSetting): boolean {
  const value = settings[name];
  return typeof value === "object" && value !== null ? value.is_set : value !== null;
}

export type ChannelState =
  | { kind: "ready" }
  | { kind: "none" }
  /** The labels of the missing settings. */
  | { kind: "incomplete"; missing: string };

export function channelState({ fields }: Channel, settings: Settings): ChannelState {
  const needed = fields.filter(({ isOptional }) => !isOptional);
  const missing = needed.filter(({ name }) => !isSet(settings, name));
  if (missing.length === 0) return { kind: "ready" };
  // Mailgun's base address always has a value.
  const others = fields.filter(({ isOptional, isSecret }) => !isOptional || isSecret);
  if (!others.some(({ name }) => isSet(settings, name))) return { kind: "none" };
  return { kind: "incomplete", missing: missing.map(({ label }) => label).join(", ") };
}

export type ChannelForm = Record<string, string>;

/** A secret starts empty, which keeps the stored one. */
export function channelValues({ fields }: Channel, settings: Settings): ChannelForm {
  return Object.fromEntries(
    fields.map(({ name, isSecret }) => {
      const value = settings[name];
      return [name, isSecret || typeof value !== "string" ? "" : value];
    }),
  );
}

/** The contract's rules for the input, after removing surrounding spaces. */
export function channelSchema({ fields }: Channel) {
  return z.object(
    Object.fromEntries(
      fields.map(({ name, isSecret }) => [
        name,
        z
          .string()
          // Spaces alone would remove a secret, and that has its own button.
          .refine((typed) => !isSecret || typed === "" || typed.trim() !== "", "must not be empty")
          .transform((typed): string | null => typed.trim())
          .pipe(ChannelInputs.shape[name]),
      ]),
    ),
  );
}

/** Only the fields changed here, so that concurrent changes to others survive. */
export function changedChannel(
  values: z.output<ReturnType<typeof channelSchema>>,
  changed: ReadonlySet<string>,
): UpdateSettings {
  return Object.fromEntries(Object.entries(values).filter(([name]) => changed.has(name)));
}

export function withoutChannel({ fields }: Channel): UpdateSettings {
  return Object.fromEntries(fields.map(({ name }) => [name, null]));
}
