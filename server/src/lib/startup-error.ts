/** Why Malamar cannot start or a command cannot go on. Its message is all the person gets to see. */
export class StartupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "StartupError";
  }
}
