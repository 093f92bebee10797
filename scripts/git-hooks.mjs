// Sets up the commit hooks after an install. Husky is a development tool, so an install without
// development dependencies, outside a checkout or on CI simply has no hooks.
import { existsSync } from "node:fs";

if (!process.env.CI && existsSync(".git") && existsSync("node_modules/husky")) {
  const { default: husky } = await import("husky");
  const problem = husky();
  if (problem) console.warn(problem);
}
