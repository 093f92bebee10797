import { ArrowUp, Square } from "lucide-react";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { WriteButton } from "#components/write-button.tsx";
import type { ComposerAction } from "./composer.logic.ts";

type ComposerButtonProps = {
  action: ComposerAction;
  isBlocked: boolean;
  onSend: () => void;
  onStop: () => void;
};

const LABELS: Readonly<Record<ComposerAction, string>> = {
  send: "Send",
  sending: "Sending…",
  stop: "Stop",
  stopping: "Stopping…",
};

/** One button for both, so that it keeps the focus: it sends, then it stops the answer. */
export function ComposerButton({ action, isBlocked, onSend, onStop }: ComposerButtonProps) {
  const isStop = action === "stop" || action === "stopping";
  return (
    <Tooltip text={action === "stop" ? "Stop the answer" : LABELS[action]}>
      <WriteButton
        variant={isStop ? "secondary" : "primary"}
        size="icon"
        className="pointer-coarse:size-11"
        aria-label={LABELS[action]}
        isBusy={action === "sending" || action === "stopping"}
        isBlocked={action === "send" && isBlocked}
        onClick={({ detail }) => {
          if (action === "send") return onSend();
          // The second half of a double click was meant for sending.
          if (action === "stop" && detail <= 1) onStop();
        }}
      >
        {isStop ? (
          <Square aria-hidden className="animate-working fill-current text-error" />
        ) : (
          <ArrowUp aria-hidden />
        )}
      </WriteButton>
    </Tooltip>
  );
}
