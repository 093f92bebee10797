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

/** What a backup of another installation brought along, which waits for a person's word. */
export function createRestoredService({ unit, settingsStore }: Deps) {
  function decide(
    actor: Actor,
    follow: (settings: StoredSettings["untrusted"]["settings"]) => void,
  ): Restored {
    // No agent has a way to here; if one gets it some day, this stays a person's word.
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

    /** Everything is as it was in the backup: work goes on, unless it was paused there. */
    confirm: (actor: Actor): Restored =>
      decide(actor, (settings) => switchOn(settingsStore, settings)),

    /** It is forgotten. Work stays paused: the tasks are from elsewhere, too. */
    discard: (actor: Actor): Restored => decide(actor, () => settingsStore.set("is_paused", true)),
  };
}

export type RestoredService = ReturnType<typeof createRestoredService>;
