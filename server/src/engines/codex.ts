import type { Engine } from "./engine.ts";

export const codex: Engine = { type: "codex", binary: "codex", versionArguments: ["--version"] };
