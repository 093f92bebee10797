import type { Chat } from "@malamar/contract/chat.ts";
import { Paperclip } from "lucide-react";
import { useState } from "react";
import type { ChatDialogProps } from "./chat-dialog.tsx";
import { ChatHeader } from "./chat-header.tsx";
import { Composer } from "./composer.tsx";
import { createEndFollower } from "./end-follower.ts";
import { Messages } from "./messages.tsx";
import { useFileDrop } from "./use-file-drop.ts";
import { useUploads } from "./uploads.ts";

export function ChatView(props: ChatDialogProps & { chat: Chat }) {
  const { chat, agents, clis } = props;
  const [follower] = useState(createEndFollower);
  const uploads = useUploads(chat.id);
  const isDropping = useFileDrop(uploads.add);
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <ChatHeader chat={chat} agents={agents} clis={clis} />
      <Messages chat={chat} follower={follower} renderRun={props.renderRun} />
      <Composer
        chat={chat}
        clis={clis}
        uploads={uploads}
        onSent={follower.jumpToEnd}
        onShowClis={props.onShowClis}
      />
      {isDropping && (
        <div className="pointer-events-none absolute inset-2 z-10 flex items-center justify-center gap-2 rounded-lg border-2 border-dashed border-primary bg-background/90 text-lg font-semibold">
          <Paperclip aria-hidden className="size-5" />
          Drop to attach
        </div>
      )}
    </div>
  );
}
