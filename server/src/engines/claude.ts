import type { Engine } from "./engine.ts";

export const claude: Engine = { type: "claude", binary: "claude", versionArguments: ["--version"] };
