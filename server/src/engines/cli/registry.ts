import type { CliType, InstalledCliType } from "@malamar/contract/cli.ts";
import type { EngineId } from "@malamar/contract/ids.ts";
import type { Engine } from "#engines/engine.ts";
import type { CliAdapter, InstalledCliAdapter } from "./cli-adapter.ts";
import { createCliEngine, type CliHost } from "./cli-engine.ts";
import { claude } from "./clis/claude.ts";
import { codex } from "./clis/codex.ts";
import { demo } from "./clis/demo.ts";
import { gemini } from "./clis/gemini.ts";
import { opencode } from "./clis/opencode.ts";
import { qwen } from "./clis/qwen.ts";

export const INSTALLED_CLIS: Readonly<Record<InstalledCliType, InstalledCliAdapter>> = {
  claude,
  codex,
  gemini,
  opencode,
  qwen,
};

export const ADAPTERS: Readonly<Record<CliType, CliAdapter>> = { ...INSTALLED_CLIS, demo };

/** An engine for each CLI, by its type. */
export function createCliEngines(host: CliHost): Readonly<Record<EngineId, Engine>> {
  return Object.fromEntries(
    Object.entries(ADAPTERS).map(([type, adapter]) => [type, createCliEngine(adapter, host)]),
  );
}
