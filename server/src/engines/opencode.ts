import type { Engine } from "./engine.ts";

export const opencode: Engine = {
  type: "opencode",
  binary: "opencode",
  versionArguments: ["--version"],
};
