/** What keeps a task from working in its repository; the message becomes the task's error. */
export class RepositoryProblem extends Error {
  override readonly name = "RepositoryProblem";
}
