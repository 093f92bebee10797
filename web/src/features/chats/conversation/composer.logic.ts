/** What the button beside the box does now. */
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

/** Why what is typed cannot be sent now, and what becomes of it; null when it can. */
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

/** Enter, with a modifier of sending or without; not while an input method makes a letter of it. */
export function isSendKey(event: Pressed, isTouch: boolean): boolean {
  // The keyboard of a phone has no Shift+Enter: there Enter is a new line, and the button sends.
  if (event.key !== "Enter" || event.isComposing || isTouch) return false;
  return !event.shiftKey && !event.altKey;
}
