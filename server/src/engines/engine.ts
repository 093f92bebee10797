import type { CliType } from "@malamar/contract/cli.ts";

/**
 * What Malamar has to know about a CLI. To add one: its line in contract/src/cli.ts, a file beside
 * this one, and its line in registry.ts.
 */
export interface Engine {
  type: CliType;
  /** The program's name on the PATH. */
  binary: string;
  /** Arguments that make it print its version without calling a model. */
  versionArguments: readonly string[];
}
