import type { CliType, InstalledCliType } from "@malamar/contract/cli.ts";
import { claude } from "#engines/clis/claude.ts";
import type { CliAdapter, InstalledCliAdapter } from "./cli-adapter.ts";
import { createCliEngine } from "./cli-engine.ts";
import { codex } from "#engines/clis/codex.ts";
import { demo } from "#engines/clis/demo.ts";
import type { Engine } from "./engine.ts";
import { gemini } from "#engines/clis/gemini.ts";
import { opencode } from "#engines/clis/opencode.ts";
import { qwen } from "#engines/clis/qwen.ts";

export const INSTALLED_CLIS: Readonly<Record<InstalledCliType, InstalledCliAdapter>> = {
  claude,
  codex,
  gemini,
  opencode,
  qwen,
};

export const ADAPTERS: Readonly<Record<CliType, CliAdapter>> = { ...INSTALLED_CLIS, demo };

/** What executes an agent, by its CLI. */
export const ENGINES = Object.fromEntries(
  Object.entries(ADAPTERS).map(([type, adapter]) => [type, createCliEngine(adapter)]),
  // fromEntries forgets which keys there are: those of the table above.
) as Readonly<Record<CliType, Engine>>;
