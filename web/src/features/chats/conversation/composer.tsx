import type { Chat } from "@malamar/contract/chat.ts";
import type { CliHealth } from "@malamar/contract/cli.ts";
import { cliLabel } from "@malamar/contract/plain/cli.ts";
import { useId, type RefObject } from "react";
import { Textarea } from "#components/ui/input.tsx";
import { useConnection } from "#lib/connection.ts";
import { IS_TOUCH } from "#lib/breakpoints.ts";
import { useMediaQuery } from "#lib/media-query.ts";
import { useShortcuts } from "#lib/shortcuts.ts";
import { AttachButton } from "./attach-button.tsx";
import { isUnavailable } from "./cli-choice.logic.ts";
import { ComposerButton } from "./composer-button.tsx";
import { ComposerHint } from "./composer-hint.tsx";
import { isSendKey, obstacleTo } from "./composer.logic.ts";
import { UploadList } from "./upload-list.tsx";
import { isFilePaste, pastedName } from "./uploads.logic.ts";
import type { Uploads } from "./uploads.ts";
import type { Sending } from "./use-sending.ts";

type ComposerProps = {
  chat: Chat;
  clis: readonly CliHealth[];
  uploads: Uploads;
  sending: Sending;
  boxRef: RefObject<HTMLTextAreaElement | null>;
  onSent: () => void;
  /** Moves the focus to the box after the focused control disappeared. */
  onFreed: () => void;
};

/** Where the user writes. The draft is kept until it is sent. */
export function Composer(props: ComposerProps) {
  const { chat, clis, uploads, sending, boxRef, onSent, onFreed } = props;
  const hintId = useId();
  const isTouch = useMediaQuery(IS_TOUCH);
  const { isOffline } = useConnection();
  const { draft, action } = sending;
  const cli = chat.effective_cli_type;
  const obstacle = obstacleTo({
    isOffline,
    hasCli: cli !== null,
    action,
    isUploading: uploads.isUploading,
  });
  const isEmpty = draft.trim() === "";
  useShortcuts({ message: () => boxRef.current?.focus() });

  const send = () => {
    if (isEmpty || obstacle !== null) return;
    sending.send();
    onSent();
    boxRef.current?.focus();
  };

  return (
    <div className="shrink-0 border-t px-4 py-3 sm:px-5 short:py-2">
      <div className="mx-auto max-w-3xl space-y-2">
        <UploadList uploads={uploads} onGone={onFreed} />
        <form
          aria-label="New message"
          className="flex items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            send();
          }}
        >
          <AttachButton onFiles={uploads.add} />
          <Textarea
            ref={boxRef}
            data-composer
            rows={1}
            aria-label="Message"
            aria-describedby={hintId}
            placeholder="Write a message"
            value={draft}
            onChange={(event) => sending.write(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (!isSendKey({ ...event, isComposing: event.nativeEvent.isComposing }, isTouch))
                return;
              event.preventDefault();
              send();
            }}
            onPaste={(event) => {
              if (!isFilePaste(event.clipboardData.types)) return;
              event.preventDefault();
              uploads.add([...event.clipboardData.files].map(named));
            }}
            className="field-sizing-content max-h-[40dvh] min-h-8 resize-none pointer-coarse:min-h-11"
          />
          <ComposerButton
            action={action}
            isBlocked={isEmpty || obstacle !== null}
            onSend={send}
            onStop={sending.stop}
          />
        </form>
        <ComposerHint
          id={hintId}
          obstacle={obstacle}
          notice={sending.notice}
          downCli={cli !== null && isUnavailable(cli, clis) ? cliLabel(cli) : null}
          isTouch={isTouch}
        />
      </div>
    </div>
  );
}

function named(file: File): File {
  const name = pastedName(file.name, new Date());
  return name === file.name ? file : new File([file], name, { type: file.type });
}
