import type { Database } from "bun:sqlite";
import type { InstalledCliType } from "@malamar/contract/cli.ts";

export interface StoredCliSettings {
  binary_path: string | null;
  env_vars: Record<string, string>;
  /** Absent if nobody has ever allowed one. */
  inherited_env?: readonly string[] | undefined;
}

/** What starts programs or sends something. */
export interface SwitchableSettings {
  mailgun_api_key: string;
  mailgun_domain: string;
  mailgun_from_email: string;
  mailgun_to_email: string;
  mailgun_base_url: string;
  webhook_url: string;
  webhook_secret: string;
  slack_webhook_url: string;
  discord_webhook_url: string;
  ntfy_url: string;
  ntfy_token: string;
  cli_settings: Partial<Record<InstalledCliType, StoredCliSettings>>;
}

/** Every key of the settings table with its decoded value. Secrets are in plain text here. */
export interface StoredSettings extends SwitchableSettings {
  notify_on_error: boolean;
  notify_on_in_review: boolean;
  /** Nothing starts while this is set. */
  is_paused: boolean;
  min_free_disk_mb: number;
  checkpoint_max_file_mb: number;
  kept_work_days: number;
  /**
   * What a backup from another installation contains. Nothing uses it until a person has confirmed
   * it.
   */
  untrusted: { restored_at: string; settings: Partial<SwitchableSettings> };
}

/** The settings of the notification channels, all of them texts. */
export type ChannelSetting = {
  [Key in keyof StoredSettings]: StoredSettings[Key] extends string ? Key : never;
}[keyof StoredSettings];

export type SettingKey = keyof StoredSettings;

export function createSettingsStore(db: Database) {
  const selectAll = db.prepare<{ key: string; value: string }, []>(
    "SELECT key, value FROM settings",
  );
  const upsert = db.prepare<unknown, [key: string, value: string]>(
    "INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
  );
  const remove = db.prepare<unknown, [key: string]>("DELETE FROM settings WHERE key = ?");

  return {
    all(): Partial<StoredSettings> {
      return Object.fromEntries(selectAll.all().map(({ key, value }) => [key, JSON.parse(value)]));
    },

    set: <Key extends SettingKey>(key: Key, value: StoredSettings[Key]) =>
      void upsert.run(key, JSON.stringify(value)),

    remove: (key: SettingKey) => void remove.run(key),
  };
}

export type SettingsStore = ReturnType<typeof createSettingsStore>;
