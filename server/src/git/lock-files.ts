import type { RawPath } from "./raw-path.ts";

/** Written by package managers, and read by nobody. */
const LOCK_FILES: ReadonlySet<string> = new Set([
  ".terraform.lock.hcl",
  "bun.lock",
  "bun.lockb",
  "Cargo.lock",
  "composer.lock",
  "deno.lock",
  "flake.lock",
  "Gemfile.lock",
  "go.sum",
  "gradle.lockfile",
  "mix.lock",
  "npm-shrinkwrap.json",
  "package-lock.json",
  "Package.resolved",
  "packages.lock.json",
  "pdm.lock",
  "Pipfile.lock",
  "pnpm-lock.yaml",
  "Podfile.lock",
  "poetry.lock",
  "pubspec.lock",
  "uv.lock",
  "yarn.lock",
]);

export function isLockFile(path: RawPath): boolean {
  return LOCK_FILES.has(path.slice(path.lastIndexOf("/") + 1));
}
