import type { Restored } from "@malamar/contract/restored.ts";
import type { Actor } from "#domain/actor/actor.ts";
import type { UnitOfWork } from "#events/unit-of-work.ts";
import { AppError } from "#lib/app-error.ts";
import type { SettingsStore, StoredSettings } from "./settings-store.ts";
import { describeUntrusted, switchOn } from "./untrusted-settings.ts";

interface Deps {
  unit: UnitOfWork;
  settingsStore: SettingsStore;
}

/** What a backup from another installation contains, until a person decides about it. */
export function createRestoredService({ unit, settingsStore }: Deps) {
  function decide(
    actor: Actor,
    follow: (settings: StoredSettings["untrusted"]["settings"]) => void,
  ): Restored {
    // Agents cannot get here; if one ever can, this decision still belongs to a person.
    if (actor.type !== "user") throw new AppError("FORBIDDEN", "Only a person can decide this.");
    return unit((emit) => {
      const { untrusted } = settingsStore.all();
      if (!untrusted) {
        throw new AppError(
          "CONFLICT",
          "Nothing is switched off. Someone has already decided this.",
        );
      }
      follow(untrusted.settings);
      settingsStore.remove("untrusted");
      emit({ type: "settings.updated" });
      return describeUntrusted(settingsStore);
    });
  }

  return {
    read: (): Restored => describeUntrusted(settingsStore),

    /** Everything is as it was in the backup: work continues, unless it was paused there. */
    confirm: (actor: Actor): Restored =>
      decide(actor, (settings) => switchOn(settingsStore, settings)),

    /** The settings are discarded. Work stays paused: the tasks are foreign, too. */
    discard: (actor: Actor): Restored => decide(actor, () => settingsStore.set("is_paused", true)),
  };
}

export type RestoredService = ReturnType<typeof createRestoredService>;
