import type { Engine } from "./engine.ts";

export const gemini: Engine = { type: "gemini", binary: "gemini", versionArguments: ["--version"] };
