/** What an agent does with a task of this name: one part of a script for each. */
export const MISBEHAVIOURS: readonly string[] = [
  part("it floods", "flood 3MB", "flood stderr 1MB", "comment Flooded at visit {visit}", "review"),
  part("it writes one endless line", "flood 3MB without newlines", "raw .", "review"),
  part("it hangs", "visit 1:", "fork", "hang", "after:", "review"),
  part("it is deaf", "visit 1:", "ignore signals", "fork", "hang", "after:", "review"),
  part("it forks", "fork", "fork bare", "fork", "comment Forked at visit {visit}", "review"),
  part("it talks nonsense", 'raw {"type":', "raw \u0001\u0002", "stderr \u001b[2J", "review"),
  part("it answers nonsense", "visit 1:", 'output {"actions":[{"type":', "after:", "review"),
  part("it answers nothing", "visit 1:", "empty output", "after:", "review"),
  part("it answers late", "late output 300ms", "comment Late at visit {visit}", "review"),
  part("it exits at once", "visit 1:", "exit 0", "after:", "review"),
  part("it dies", "visit 1:", "kill SIGSEGV", "after:", "review"),
  part("it eats its stdin", "read stdin", "comment Ate at visit {visit}", "review"),
].flat();

function part(summary: string, ...steps: string[]): string[] {
  return [`task "${summary}":`, ...steps];
}
