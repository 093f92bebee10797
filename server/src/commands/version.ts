import { VERSION } from "#lib/version.ts";

export function versionText(): string {
  return `malamar ${VERSION} (Bun ${Bun.version}, ${process.platform}-${process.arch})`;
}
