import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { InstalledCliType } from "@malamar/contract/cli.ts";
import type { Mind } from "@malamar/scripted-model/mind.ts";
import { startScriptedModel } from "@malamar/scripted-model/model-server.ts";
import { createBoard } from "../board.ts";
import { createHome, startMalamar, type Home } from "../malamar.ts";
import { prepareCliHome } from "./by-hand.ts";
import { castMind, type Part } from "./cast.ts";
import { SEARCH_PATH } from "./installed-clis.ts";

export interface StageOptions {
  /** Agents in their order: each name with its part. */
  team: Record<string, Part>;
  binary_path?: string;
  /** Added to what points the CLI at the model; null removes one. */
  env?: Record<string, string | null>;
  /** More files in the CLI's home, or replacements. */
  files?: Record<string, string>;
  /** Replaces the mind that gives each agent its part. */
  mind?: Mind;
  /** Replaces our model server: one that does not exist. */
  modelUrl?: string;
  model?: string;
  workspace?: object;
}

/** Malamar, one real CLI with its own home, and the model behind it. */
export async function startStage(type: InstalledCliType, options: StageOptions) {
  const model = startScriptedModel({ mind: options.mind ?? castMind(options.team) });
  const home = createHome();
  const cliHome = join(home.dir, "cli-home");
  const url = options.modelUrl ?? model.url;
  const pointed = prepareCliHome(type, { url, home: cliHome, more: options.files });
  const malamar = await startMalamar({ home, env: environmentIn(home) });
  const board = createBoard(malamar.url);
  const { binary_path = null } = options;
  const env_vars = { ...pointed.env, ...options.env };
  await board.changeSettings({ cli_settings: { [type]: { env_vars, binary_path } } });
  const agents = Object.keys(options.team).map((name) => ({
    name,
    instruction: name,
    cli_type: type,
    model: options.model ?? pointed.model,
  }));
  const workspaceId = await board.createTeam(agents, options.workspace);
  return {
    malamar,
    model,
    board,
    cliHome,
    home,
    workspaceId,
    agents,
    createTask: (summary = "Fix login") => board.createTask(workspaceId, summary),
    async [Symbol.asyncDispose]() {
      await malamar[Symbol.asyncDispose]();
      await model.stop();
      await home[Symbol.asyncDispose]();
    },
  };
}

/** What CLIs leave in the directory for temporary files is deleted with the home. */
export function environmentIn({ dir }: Home): Record<string, string> {
  const TMPDIR = join(dir, "tmp");
  mkdirSync(TMPDIR, { recursive: true });
  return { PATH: SEARCH_PATH, TMPDIR };
}

export type Stage = Awaited<ReturnType<typeof startStage>>;
