import { join } from "node:path";
import { createApp, type App, type AppOptions } from "@malamar/server/app.ts";
import { loadConfig } from "@malamar/server/config/config.ts";
import { ONE_USER, userActor } from "@malamar/server/http/principal.ts";
import { createLogger } from "@malamar/server/lib/logger.ts";
import { findWebRoot } from "@malamar/server/web-root.ts";

/** Who does what is measured. */
export const USER = userActor(ONE_USER, "api");

/** The real application on a folder of its own; it finds no CLI: it starts what the given engines start, if anything. */
export function benchApp(
  dataDir: string,
  options: Pick<AppOptions, "createEngines" | "isFromRun"> = {},
): Promise<App> {
  const { config } = loadConfig(
    new Map([
      ["data-dir", dataDir],
      ["temp-dir", join(dataDir, "temp")],
      ["port", "0"],
      // Transcripts of 1 GB are a part of what is measured.
      ["max-transcript-mb", "0"],
    ]),
    {},
  );
  return createApp({
    config,
    environment: { PATH: "" },
    webRoot: findWebRoot(),
    // Runs that fail are a part of what is measured.
    logger: createLogger({ level: "error", format: "text" }),
    ...options,
  });
}
