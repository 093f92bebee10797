import { InstalledCliType } from "@malamar/contract/cli.ts";
import { CLIS, DEMO_CLI } from "@malamar/contract/plain/cli.ts";
import type { EngineId } from "@malamar/contract/ids.ts";
import { NO_CLI_SETTINGS, type SettingsService } from "#domain/settings/settings-service.ts";
import { askCli } from "#engines/cli/ask-cli.ts";
import type { CliSetup } from "#engines/cli/detect.ts";
import type { CliHost } from "#engines/cli/cli-engine.ts";
import type { Engine } from "#engines/engine.ts";
import { createCliHealth } from "#engines/cli/cli-health.ts";
import { isLocalToRepository } from "#git/git-environment.ts";
import type { EventBus } from "#events/event-bus.ts";
import type { Clock } from "#lib/clock.ts";
import { StartupError } from "#lib/startup-error.ts";
import { prepareTempRoot } from "#lib/private-directory.ts";

/** Creates the engines that execute agents, by id. */
export type CreateEngines = (host: CliHost) => Readonly<Record<EngineId, Engine>>;

interface Deps {
  createEngines: CreateEngines;
  offersDemoCli: boolean;
  /** What every CLI inherits. */
  environment: Record<string, string>;
  installationId: string;
  tempDir: string;
  bus: EventBus;
  clock: Clock;
}

/**
 * The programs that agents run on. They are checked before settings exist that say where they are.
 */
export function createClis(deps: Deps) {
  const { offersDemoCli, installationId, tempDir, bus, clock } = deps;
  const environment = withoutRepository(deps.environment);
  let settings: Pick<SettingsService, "cliSettings"> | null = null;
  const setupOf = (id: EngineId): CliSetup => {
    const { data: type } = InstalledCliType.safeParse(id);
    return type === undefined || !settings ? NO_CLI_SETTINGS : settings.cliSettings(type);
  };
  const engines = deps.createEngines({ environment, installationId, tempDir, setupOf });
  const engineOf = (id: EngineId): Engine => {
    const engine = engines[id];
    if (!engine) throw new Error(`No engine here runs agents of the type "${id}"`);
    return engine;
  };

  return {
    engineOf,

    /** What people call an engine, even one that no longer exists. */
    labelOf: (id: EngineId): string => engines[id]?.label ?? id,

    health: createCliHealth({
      clis: offersDemoCli ? [...CLIS, DEMO_CLI] : CLIS,
      setupOf,
      environment,
      clock,
      ask: (type, signal) => {
        // Temporary files may have been cleaned up since the start.
        requireTempDirectory(tempDir);
        return askCli(engineOf(type), { tempDir, signal });
      },
      onChange: (clis) => bus.publish({ type: "cli.health_changed", clis }),
    }),

    useSettings(found: Pick<SettingsService, "cliSettings">): void {
      settings = found;
    },
  };
}

/** Variables with which a git hook starts others would lead every agent's git to that repository. */
function withoutRepository(environment: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => !isLocalToRepository(name)),
  );
}

export type Clis = ReturnType<typeof createClis>;

export function requireTempDirectory(tempDir: string): void {
  const problem = prepareTempRoot(tempDir);
  if (!problem) return;
  throw new StartupError(
    `The temp directory ${tempDir} ${problem}. Choose another one with --temp-dir or MALAMAR_TEMP_DIR.`,
  );
}
