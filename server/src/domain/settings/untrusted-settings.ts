import { ChannelInputs } from "@malamar/contract/channel-settings.ts";
import { InstalledCliType } from "@malamar/contract/cli.ts";
import { CLIS } from "@malamar/contract/plain/cli.ts";
import { EnvName } from "@malamar/contract/env-name.ts";
import type { Restored } from "@malamar/contract/restored.ts";
import { NotificationChannel } from "@malamar/contract/settings.ts";
import { Flag, hasNoNul } from "@malamar/contract/text.ts";
import { z } from "zod";
import { whole } from "@malamar/contract/number.ts";
import { describeIssues } from "#lib/describe-issues.ts";
import { MAILGUN_BASE_URL, NO_CLI_SETTINGS } from "./settings-service.ts";
import type {
  ChannelSetting,
  SettingKey,
  SettingsStore,
  StoredSettings,
  SwitchableSettings,
} from "./settings-store.ts";

/** Only these neither start nor send anything. All others are switched off. */
const HARMLESS: readonly SettingKey[] = [
  "notify_on_error",
  "notify_on_in_review",
  "is_paused",
  "min_free_disk_mb",
  "checkpoint_max_file_mb",
  "kept_work_days",
];

/** Which settings belong to which channel, so that two channels are never mixed. */
const SETTINGS_OF: Readonly<Record<NotificationChannel, readonly ChannelSetting[]>> = {
  email: [
    "mailgun_api_key",
    "mailgun_domain",
    "mailgun_from_email",
    "mailgun_to_email",
    "mailgun_base_url",
  ],
  webhook: ["webhook_url", "webhook_secret"],
  slack: ["slack_webhook_url"],
  discord: ["discord_webhook_url"],
  ntfy: ["ntfy_url", "ntfy_token"],
};

const ADDRESS_OF: Readonly<Record<NotificationChannel, ChannelSetting>> = {
  email: "mailgun_base_url",
  webhook: "webhook_url",
  slack: "slack_webhook_url",
  discord: "discord_webhook_url",
  ntfy: "ntfy_url",
};

/** Every setting that our database can have; one without a line here does not compile. */
const Switchable = z
  .strictObject({
    ...ChannelInputs.shape,
    cli_settings: z.partialRecord(
      InstalledCliType,
      z.strictObject({
        binary_path: z.string().refine(hasNoNul, "must not contain a NUL character").nullable(),
        env_vars: z.record(
          EnvName,
          z.string().refine(hasNoNul, "must not contain a NUL character"),
        ),
        inherited_env: z.array(EnvName).optional(),
      }),
    ),
  } satisfies Record<keyof SwitchableSettings, z.ZodType>)
  .partial();

const KnownSettings = z
  .strictObject({
    ...Switchable.shape,
    notify_on_error: Flag,
    notify_on_in_review: Flag,
    is_paused: Flag,
    min_free_disk_mb: whole(0),
    checkpoint_max_file_mb: whole(1),
    kept_work_days: whole(0),
    untrusted: z.strictObject({ restored_at: z.iso.datetime(), settings: Switchable }),
  } satisfies Record<SettingKey, z.ZodType>)
  .partial();

/**
 * Switches off every setting of a foreign database that could start a program or send something,
 * until a person has seen it; meanwhile everything is paused. Nothing is lost. Throws on anything
 * that Malamar never writes.
 */
export function switchOff(settingsStore: SettingsStore, restoredAt: string): Restored {
  const { success, data, error } = KnownSettings.safeParse(settingsStore.all());
  if (!success)
    throw new Error(
      `its settings are not Malamar's (${describeIssues(error.issues, "no settings")})`,
    );
  const { untrusted, ...found } = data;
  const waiting = untrusted?.settings;
  const entries = Object.entries({ ...waiting, ...found }).filter(
    // The names are those of the schema.
    ([key, value]) => value !== null && !HARMLESS.includes(key as SettingKey),
  );
  for (const [key] of entries) settingsStore.remove(key as SettingKey);
  const settings = Object.fromEntries(entries) as Partial<SwitchableSettings>;
  // What was already waiting keeps waiting.
  if (waiting?.cli_settings) {
    settings.cli_settings = merged(waiting.cli_settings, found.cli_settings);
  }
  settingsStore.set("untrusted", { restored_at: restoredAt, settings });
  return describeUntrusted(settingsStore);
}

/** What waits for a person, without any secret. */
export function describeUntrusted(settingsStore: SettingsStore): Restored {
  const { untrusted } = settingsStore.all();
  const { cli_settings: clis = {}, ...channels } = untrusted?.settings ?? {};
  return {
    is_waiting: untrusted !== undefined,
    restored_at: untrusted?.restored_at ?? null,
    programs: CLIS.flatMap(({ type: cli_type }) => {
      const binary_path = clis[cli_type]?.binary_path ?? null;
      return binary_path === null ? [] : { cli_type, binary_path };
    }),
    variables: CLIS.flatMap(({ type: cli_type }) => {
      const { env_vars = {}, inherited_env = [] } = clis[cli_type] ?? {};
      const names = [...new Set([...Object.keys(env_vars), ...inherited_env])].toSorted();
      return names.length === 0 ? [] : { cli_type, names };
    }),
    channels: NotificationChannel.options
      .filter((channel) => SETTINGS_OF[channel].some((key) => channels[key] !== undefined))
      .map((channel) => ({
        channel,
        host: hostOf({ mailgun_base_url: MAILGUN_BASE_URL, ...channels }[ADDRESS_OF[channel]]),
        recipient: channel === "email" ? (channels.mailgun_to_email ?? null) : null,
      })),
  };
}

function hostOf(address = ""): string | null {
  return URL.parse(address)?.host ?? null;
}

/** Puts everything back where it was. Settings that a person changed in the meantime stay. */
export function switchOn(
  settingsStore: SettingsStore,
  settings: Partial<SwitchableSettings>,
): void {
  const now = settingsStore.all();
  const { cli_settings: clis } = settings;
  for (const keys of Object.values(SETTINGS_OF)) {
    if (keys.some((key) => now[key] !== undefined)) continue;
    for (const key of keys) {
      const value = settings[key];
      if (value !== undefined) settingsStore.set(key, value);
    }
  }
  if (clis) settingsStore.set("cli_settings", merged(clis, now.cli_settings));
}

function merged(
  untrusted: StoredSettings["cli_settings"],
  now: StoredSettings["cli_settings"] = {},
): StoredSettings["cli_settings"] {
  const result = { ...now };
  for (const { type } of CLIS) {
    const theirs = untrusted[type];
    if (!theirs) continue;
    const ours = now[type] ?? NO_CLI_SETTINGS;
    result[type] = {
      binary_path: ours.binary_path ?? theirs.binary_path,
      env_vars: { ...theirs.env_vars, ...ours.env_vars },
      inherited_env: [...new Set([...(theirs.inherited_env ?? []), ...(ours.inherited_env ?? [])])],
    };
  }
  return result;
}
