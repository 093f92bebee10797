import { join } from "node:path";
import { createApp, type App, type AppOptions } from "@malamar/server/app.ts";
import { loadConfig } from "@malamar/server/config/config.ts";
import { ONE_USER, userActor } from "@malamar/server/http/principal.ts";
import { createLogger } from "@malamar/server/lib/logger.ts";
import { findWebRoot } from "@malamar/server/web-root.ts";

/** The actor in all measurements. */
export const USER = userActor(ONE_USER, "api");

/**
 * The real application on its own folder. It finds no CLI: it starts only what the given engines
 * start.
 */
export function benchApp(
  dataDir: string,
  options: Pick<AppOptions, "createEngines" | "isFromRun"> = {},
): Promise<App> {
  const { config } = loadConfig(
    new Map([
      ["data-dir", dataDir],
      ["temp-dir", join(dataDir, "temp")],
      ["port", "0"],
      // Transcripts of 1 GB are part of what is measured.
      ["max-transcript-mb", "0"],
    ]),
    {},
  );
  return createApp({
    config,
    environment: { PATH: "" },
    webRoot: findWebRoot(),
    // Runs that fail are part of what is measured.
    logger: createLogger({ level: "error", format: "text" }),
    ...options,
  });
}
