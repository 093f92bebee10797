import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { INSTALLED_CLIS } from "@malamar/server/engines/cli/registry.ts";

const PINS = Object.fromEntries(
  Object.values(INSTALLED_CLIS).map(({ npmPackage, testedVersion }) => [npmPackage, testedVersion]),
);

/** Where the real CLIs are, in exactly the versions that their adapters name. */
function installDirectory(): string {
  const cache = process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache");
  const key = createHash("sha256").update(JSON.stringify(PINS)).digest("hex").slice(0, 16);
  return join(cache, "malamar", `clis-${key}`);
}

const directory = installDirectory();

/** Where a CLI's program is. */
export function programOf(binary: string): string {
  return join(directory, "node_modules/.bin", binary);
}

/** Where a CLI finds its program and its own tools; some are Node scripts. */
export const SEARCH_PATH = [
  join(directory, "node_modules/.bin"),
  dirname(Bun.which("node") ?? ""),
  "/usr/bin",
  "/bin",
].join(delimiter);

/** Installs the CLIs once for each set of versions: more than a gigabyte. */
export async function installClis(): Promise<void> {
  if (existsSync(directory)) return;
  console.log(`Installing the CLIs into ${directory}:`);
  for (const [name, version] of Object.entries(PINS)) console.log(`  ${name} ${version}`);
  const parent = dirname(directory);
  mkdirSync(parent, { recursive: true });
  // Under another name until it is complete: an interrupted install does not count.
  const unfinished = mkdtempSync(`${directory}-`);
  try {
    const manifest = { name: "malamar-clis", private: true, dependencies: PINS };
    writeFileSync(join(unfinished, "package.json"), JSON.stringify(manifest));
    await npmInstall(unfinished);
    renameSync(unfinished, directory);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

async function npmInstall(cwd: string): Promise<void> {
  const flags = ["--no-audit", "--no-fund", "--loglevel=error", "--ignore-scripts=false"];
  const npm = Bun.spawn(["npm", "install", ...flags], {
    cwd,
    stdio: ["ignore", "inherit", "inherit"],
  });
  const code = await npm.exited;
  if (code !== 0) throw new Error(`npm install ended with ${code} in ${cwd}`);
}
