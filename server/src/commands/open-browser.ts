import { startAndForget } from "#processes/process.ts";
import { messageOf } from "#lib/app-error.ts";
import type { Logger } from "#lib/logger.ts";

/** Opens the page in the user's browser; without one, the printed address has to do. */
export function openBrowser(address: string, logger: Logger): void {
  try {
    startAndForget([process.platform === "darwin" ? "open" : "xdg-open", address]);
  } catch (error) {
    logger.warn(`No browser could be opened (${messageOf(error)}). Open ${address} yourself.`);
  }
}
