import { createApp, type App } from "#app.ts";
import { loadConfig } from "#config/config.ts";
import { createLogger } from "#lib/logger.ts";
import { findWebRoot } from "#web-root.ts";

/** The real application on a folder of its own; it finds no CLI, so none is ever started. */
export function benchApp(dataDir: string): Promise<App> {
  const { config } = loadConfig(
    new Map([
      ["data-dir", dataDir],
      ["port", "0"],
    ]),
    {},
  );
  return createApp({
    config,
    environment: { PATH: "" },
    webRoot: findWebRoot(),
    logger: createLogger({ level: "warn", format: "text" }),
  });
}
