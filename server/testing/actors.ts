import type { Actor } from "#domain/actor/actor.ts";
import { ONE_USER, userActor } from "#http/principal.ts";

export const USER = userActor(ONE_USER, "api");

/** Nothing creates one automatically. */
export const TRIGGER: Actor = {
  type: "trigger",
  id: "trigger-of-21-letters",
  name: "Nightly build",
  via: "api",
};
