import { createHash } from "node:crypto";

/** What identifies the processes of a run, however far they are from the one that started them. */
export interface RunMark {
  runId: string;
  installationId: string;
}

/** The mark that everyone understands, and that a tool loses when it drops its environment. */
export function markedEnvironment({ runId, installationId }: RunMark): Record<string, string> {
  return { [RUN_VARIABLE]: runId, [INSTALLATION_VARIABLE]: installationId };
}

/**
 * The mark that a process cannot lose by accident: a value of a resource limit. It is derived from
 * the ids alone, so it is known again after a restart. The first bit makes it larger than anything
 * a person would set, the others make it unique.
 */
export function limitMark({ runId, installationId }: RunMark): bigint {
  const digest = createHash("sha256").update(`${installationId}\n${runId}`).digest("hex");
  return FIRST_BIT + BigInt(`0x${digest.slice(0, 12)}`);
}

const FIRST_BIT = 1n << 50n;

/**
 * A program that goes its own way, such as the user's browser, is not part of a run, whatever it
 * drops.
 */
export const LET_GO = FIRST_BIT * 2n;

/** The mark of some run, of whichever Malamar. */
export function isLimitMark(limit: bigint): boolean {
  return limit >= FIRST_BIT && limit < FIRST_BIT * 2n;
}

/** Both ids, because another Malamar's run is none of our business. */
export function hasRunMark(
  variables: readonly string[],
  { runId, installationId }: RunMark,
): boolean {
  return (
    variables.includes(`${RUN_VARIABLE}=${runId}`) && hasInstallationMark(variables, installationId)
  );
}

export function hasInstallationMark(variables: readonly string[], installationId: string): boolean {
  return variables.includes(`${INSTALLATION_VARIABLE}=${installationId}`);
}

export function hasAnyMark(variables: readonly string[]): boolean {
  return variables.some((variable) => variable.startsWith(`${RUN_VARIABLE}=`));
}

/** Whose mark these variables are, if they are one. */
export function markIn(variables: readonly string[]): RunMark | null {
  const valueOf = (name: string) =>
    variables.find((text) => text.startsWith(`${name}=`))?.slice(name.length + 1);
  const [runId, installationId] = [valueOf(RUN_VARIABLE), valueOf(INSTALLATION_VARIABLE)];
  return runId === undefined || installationId === undefined ? null : { runId, installationId };
}

const RUN_VARIABLE = "MALAMAR_RUN_ID";
const INSTALLATION_VARIABLE = "MALAMAR_INSTALLATION_ID";
