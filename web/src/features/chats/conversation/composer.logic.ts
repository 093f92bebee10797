/** The current function of the button next to the box. */
export type ComposerAction = "send" | "sending" | "stop" | "stopping";

export function actionOf(state: {
  isProcessing: boolean;
  isSending: boolean;
  isStopping: boolean;
}): ComposerAction {
  if (state.isStopping) return "stopping";
  if (state.isProcessing) return "stop";
  return state.isSending ? "sending" : "send";
}

/** Why the text cannot be sent now and what happens to it, or null if it can. */
export function obstacleTo(state: {
  isOffline: boolean;
  hasCli: boolean;
  action: ComposerAction;
  isUploading: boolean;
}): "offline" | "no_cli" | "answering" | "uploading" | null {
  if (state.isOffline) return "offline";
  if (state.action !== "send") return "answering";
  if (!state.hasCli) return "no_cli";
  return state.isUploading ? "uploading" : null;
}

type Pressed = Pick<KeyboardEvent, "key" | "shiftKey" | "altKey" | "isComposing">;

/** Enter with or without the usual modifiers, but not during IME composition. */
export function isSendKey(event: Pressed, isTouch: boolean): boolean {
  // A phone's keyboard has no Shift+Enter: there Enter makes a new line, and the button sends.
  if (event.key !== "Enter" || event.isComposing || isTouch) return false;
  return !event.shiftKey && !event.altKey;
}
