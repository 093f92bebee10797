/** A git command that failed. Its message is shown to people. */
export class GitError extends Error {
  override readonly name = "GitError";
  readonly reason: GitTrouble;

  constructor(reason: GitTrouble, message: string) {
    super(message);
    this.reason = reason;
  }
}

export type GitTrouble =
  | { kind: "missing" }
  | { kind: "not_started" }
  | { kind: "exited"; code: number; stderr: string }
  | { kind: "killed" }
  | { kind: "timed_out"; seconds: number }
  | { kind: "aborted" }
  /** We refuse to run it, because it could lose something or start a program. */
  | { kind: "refused" };

/** Nobody needs the answer anymore, as at a shutdown: nothing is wrong. */
export function isAborted(error: unknown): boolean {
  const reason = error instanceof Error ? (error.cause ?? error) : error;
  return reason instanceof GitError && reason.reason.kind === "aborted";
}

/** Another git is at work there, or has crashed in the middle of it. */
export function isBusy({ reason }: GitError): boolean {
  return reason.kind === "exited" && BUSY.some((pattern) => pattern.test(reason.stderr));
}

const BUSY: readonly RegExp[] = [
  /(Unable to create '.*\.lock'|could not lock config file .*): File exists/,
  // A worktree that another git is about to add or to remove; git looks at all of them.
  /failed to read .*\/worktrees\/[^/]+\/commondir/,
];
