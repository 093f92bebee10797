import type { InstalledCliType } from "@malamar/contract/cli.ts";
import { CLIS } from "@malamar/contract/plain/cli.ts";
import type { Settings, UpdateSettings } from "@malamar/contract/settings.ts";
import type { Actor } from "#domain/actor/actor.ts";
import type { UnitOfWork } from "#events/unit-of-work.ts";
import { AppError } from "#lib/app-error.ts";
import type { Logger } from "#lib/logger.ts";
import type {
  ChannelSetting,
  SettingsStore,
  StoredCliSettings,
  StoredSettings,
} from "./settings-store.ts";

export const MAILGUN_BASE_URL = "https://api.mailgun.net";

export const MIN_FREE_DISK_MB = 2048;

/** Videos, archives and models: nobody reviews them, and every checkpoint would copy them. */
const CHECKPOINT_MAX_FILE_MB = 50;

/** Long enough to come back from a holiday. */
export const KEPT_WORK_DAYS = 30;

export const NO_CLI_SETTINGS: StoredCliSettings = {
  binary_path: null,
  env_vars: {},
  inherited_env: [],
};

export type ChannelSettings = (key: ChannelSetting) => string;

interface Deps {
  unit: UnitOfWork;
  settingsStore: SettingsStore;
  logger: Pick<Logger, "info">;
}

export function createSettingsService({ unit, settingsStore, logger }: Deps) {
  /**
   * False while a backup from another installation waits for a person's decision: then not even
   * chats are answered.
   */
  function isDecided(): boolean {
    return settingsStore.all().untrusted === undefined;
  }

  function requireDecided(): void {
    if (isDecided()) return;
    throw new AppError(
      "CONFLICT",
      "Malamar was restored from another installation's backup. Nothing runs until you have reviewed what it contains: press Review on the page, then Switch on or Discard.",
    );
  }

  return {
    read: (): Settings => readable(settingsStore.all()),

    update(actor: Actor, input: UpdateSettings): Settings {
      const wasPaused = isPaused(settingsStore.all());
      const settings = unit((emit) => {
        if (input.is_paused === false) requireDecided();
        const { cli_settings: cliInput, ...plain } = input;
        for (const [key, value] of Object.entries(plain)) {
          // Every key of the input is a key of the table, and its schema gave the value its type.
          const name = key as keyof typeof plain;
          if (value === null) settingsStore.remove(name);
          else if (value !== undefined) settingsStore.set(name, value);
        }
        if (cliInput)
          settingsStore.set("cli_settings", merged(settingsStore.all().cli_settings, cliInput));
        emit({ type: "settings.updated" });
        return readable(settingsStore.all());
      });
      if (settings.is_paused !== wasPaused) {
        const what = settings.is_paused ? "All work paused" : "All work resumed";
        logger.info(what, { by: actor.name, via: actor.via });
      }
      return settings;
    },

    /** What a new workspace starts with. */
    notificationDefaults() {
      const { notify_on_error = true, notify_on_in_review = true } = settingsStore.all();
      return { notify_on_error, notify_on_in_review };
    },

    /** Nothing new may be picked up. */
    isPaused: (): boolean => isPaused(settingsStore.all()),

    isDecided,
    requireDecided,

    /** With less free space than this, no run starts. */
    minFreeDiskMb: (): number => settingsStore.all().min_free_disk_mb ?? MIN_FREE_DISK_MB,

    checkpointMaxFileMb: (): number =>
      settingsStore.all().checkpoint_max_file_mb ?? CHECKPOINT_MAX_FILE_MB,

    /** How long unmerged work of removed worktrees is kept; 0 is forever. */
    keptWorkDays: (): number => settingsStore.all().kept_work_days ?? KEPT_WORK_DAYS,

    cliSettings: (type: InstalledCliType): StoredCliSettings =>
      settingsStore.all().cli_settings?.[type] ?? NO_CLI_SETTINGS,

    /**
     * The settings of the channels, with secrets in plain text; an empty text where nothing is set.
     */
    channelSettings(): ChannelSettings {
      const stored = { mailgun_base_url: MAILGUN_BASE_URL, ...settingsStore.all() };
      return (key) => stored[key] ?? "";
    },
  };
}

export type SettingsService = ReturnType<typeof createSettingsService>;

/**
 * A foreign backup pauses work without changing is_paused, so the setting it came with is still
 * there afterwards.
 */
export function isPaused({ is_paused = false, untrusted }: Partial<StoredSettings>): boolean {
  return is_paused || untrusted !== undefined;
}

function readable(stored: Partial<StoredSettings>): Settings {
  const secret = (key: ChannelSetting) => ({ is_set: stored[key] !== undefined });
  const cli = CLIS.map(({ type }) => {
    const { binary_path, env_vars, inherited_env } = stored.cli_settings?.[type] ?? NO_CLI_SETTINGS;
    const names = Object.keys(env_vars).toSorted();
    const states = Object.fromEntries(names.map((name) => [name, { is_set: true }]));
    return [
      type,
      { binary_path, env_vars: states, inherited_env: [...(inherited_env ?? [])] },
    ] as const;
  });
  return {
    mailgun_api_key: secret("mailgun_api_key"),
    mailgun_domain: stored.mailgun_domain ?? null,
    mailgun_from_email: stored.mailgun_from_email ?? null,
    mailgun_to_email: stored.mailgun_to_email ?? null,
    mailgun_base_url: stored.mailgun_base_url ?? MAILGUN_BASE_URL,
    webhook_url: secret("webhook_url"),
    webhook_secret: secret("webhook_secret"),
    slack_webhook_url: secret("slack_webhook_url"),
    discord_webhook_url: secret("discord_webhook_url"),
    ntfy_url: stored.ntfy_url ?? null,
    ntfy_token: secret("ntfy_token"),
    notify_on_error: stored.notify_on_error ?? true,
    notify_on_in_review: stored.notify_on_in_review ?? true,
    is_paused: isPaused(stored),
    min_free_disk_mb: stored.min_free_disk_mb ?? MIN_FREE_DISK_MB,
    checkpoint_max_file_mb: stored.checkpoint_max_file_mb ?? CHECKPOINT_MAX_FILE_MB,
    kept_work_days: stored.kept_work_days ?? KEPT_WORK_DAYS,
    // One entry for every CLI, by construction.
    cli_settings: Object.fromEntries(cli) as Settings["cli_settings"],
  };
}

/** Per key: absent keeps, null removes, text sets. */
function merged(
  stored: StoredSettings["cli_settings"] = {},
  input: NonNullable<UpdateSettings["cli_settings"]>,
): StoredSettings["cli_settings"] {
  const result = { ...stored };
  for (const { type } of CLIS) {
    const change = input[type];
    if (!change) continue;
    const before = stored[type] ?? NO_CLI_SETTINGS;
    const variables = { ...before.env_vars, ...change.env_vars };
    result[type] = {
      binary_path: change.binary_path === undefined ? before.binary_path : change.binary_path,
      env_vars: Object.fromEntries(
        Object.entries(variables).filter((entry): entry is [string, string] => entry[1] !== null),
      ),
      inherited_env: change.inherited_env ?? before.inherited_env ?? [],
    };
  }
  return result;
}
