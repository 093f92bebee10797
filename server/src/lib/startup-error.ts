/** Why Malamar cannot start or a command cannot continue. The person sees only its message. */
export class StartupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "StartupError";
  }
}
