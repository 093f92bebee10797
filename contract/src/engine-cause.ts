import { z } from "zod";

/** Why an engine cannot work, whatever the task. */
export const EngineCause = z.enum([
  "not_started",
  "not_installed",
  "not_logged_in",
  "no_credit",
  "overloaded",
  "network",
]);
export type EngineCause = z.infer<typeof EngineCause>;

/** As in "Waits for Claude Code: not installed". */
export const ENGINE_CAUSE_WORDS: Readonly<Record<EngineCause, string>> = {
  not_started: "cannot be started",
  not_installed: "not installed",
  not_logged_in: "not logged in",
  no_credit: "no credit left",
  overloaded: "its service is down",
  network: "cannot reach its model",
};
