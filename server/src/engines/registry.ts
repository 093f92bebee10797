import type { CliType } from "@malamar/contract/cli.ts";
import { claude } from "./claude.ts";
import { codex } from "./codex.ts";
import type { Engine } from "./engine.ts";
import { gemini } from "./gemini.ts";
import { opencode } from "./opencode.ts";

export const ENGINES: Readonly<Record<CliType, Engine>> = { claude, codex, gemini, opencode };
