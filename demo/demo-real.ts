import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { InstalledCliType } from "@malamar/contract/cli.ts";
import { CLIS, cliLabel } from "@malamar/contract/plain/cli.ts";
import { detectCli } from "@malamar/server/engines/cli/detect.ts";
import { INSTALLED_CLIS } from "@malamar/server/engines/cli/registry.ts";
import { systemClock } from "@malamar/server/lib/clock.ts";
import { StartupError } from "@malamar/server/lib/startup-error.ts";
import { startScriptedModel } from "@malamar/scripted-model/model-server.ts";
import { createDemoMind } from "./demo-mind.ts";

export interface RealClis {
  /** What the CLIs inherit: nothing that could lead to an account. */
  environment: Record<string, string>;
  crew: readonly {
    type: InstalledCliType;
    model: string | null;
    env_vars: Record<string, string>;
  }[];
}

/** The CLIs of this machine, each with an empty home and the scripted model behind it. */
export async function findRealClis(
  root: string,
  tempDir: string,
  inherited: Record<string, string>,
): Promise<RealClis> {
  const environment = withoutAccounts(inherited, join(root, "home"));
  mkdirSync(join(root, "home"), { recursive: true });
  const types = await installedTypes(environment);
  if (types.length === 0) throw new StartupError(nothingInstalled());
  const model = startScriptedModel({ mind: createDemoMind(tempDir) });
  const crew = types.map((type) => {
    const home = join(root, "clis", type);
    const { env, files, model: name } = INSTALLED_CLIS[type].atModel({ url: model.url, home });
    mkdirSync(home, { recursive: true });
    for (const [path, content] of Object.entries(files)) writeBelow(home, path, content);
    return { type, model: name, env_vars: env };
  });
  return { environment, crew };
}

/** Keys, tokens and base URLs have many names; what a program needs to run at all has few. */
const HARMLESS = ["PATH", "LANG", "LC_ALL", "TZ", "USER", "SHELL"];

/**
 * What the CLIs write to their home or to the directory for temporary files is deleted with the
 * demo.
 */
function withoutAccounts(inherited: Record<string, string>, home: string): Record<string, string> {
  const kept = Object.entries(inherited).filter(([name]) => HARMLESS.includes(name));
  return { ...Object.fromEntries(kept), HOME: home, TMPDIR: home };
}

async function installedTypes(environment: Record<string, string>): Promise<InstalledCliType[]> {
  const setup = { binary_path: null, env_vars: {} };
  const deps = { environment, clock: systemClock, timeoutMs: 30_000 };
  const found = await Promise.all(
    CLIS.map(async ({ type }) => ({
      type,
      health: await detectCli(INSTALLED_CLIS[type], setup, deps),
    })),
  );
  return found.flatMap(({ type, health }) => (health.status === "healthy" ? type : []));
}

function nothingInstalled(): string {
  const commands = CLIS.map(
    ({ type }) => `  ${cliLabel(type)}: npm install -g ${INSTALLED_CLIS[type].npmPackage}`,
  );
  return [
    "No CLI is installed, so there is nothing real to show. Install one of these, or leave out --real:",
    ...commands,
  ].join("\n");
}

function writeBelow(home: string, path: string, content: string): void {
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
