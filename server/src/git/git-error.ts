/** Git said no. Its words are for people too. */
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
  | { kind: "exited"; code: number; stderr: string }
  | { kind: "killed" }
  | { kind: "timed_out"; seconds: number }
  | { kind: "aborted" };

/** Another git, or a crashed one, holds a lock. */
export function isLocked({ reason }: GitError): boolean {
  return (
    reason.kind === "exited" &&
    /Unable to create '.*\.lock': File exists|cannot lock ref|could not lock config file/.test(
      reason.stderr,
    )
  );
}
