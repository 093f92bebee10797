import type { Agent } from "@malamar/contract/agent.ts";
import type { Chat, UpdateChat } from "@malamar/contract/chat.ts";
import type { CliHealth } from "@malamar/contract/cli.ts";
import { useUpdateChat } from "#features/chats/mutations.ts";
import { errorMessage } from "#lib/error-details.logic.ts";
import { toast } from "#lib/toast.ts";
import { AgentMenu } from "./agent-menu.tsx";
import { BackToChats } from "./back-link.tsx";
import { ChatMenu } from "./chat-menu.tsx";
import { ChatTitle } from "./chat-title.tsx";
import { ChangesSwitch } from "./changes-switch.tsx";
import { CliMenu } from "./cli-menu.tsx";

type ChatHeaderProps = {
  chat: Chat;
  agents: readonly Agent[];
  clis: readonly CliHealth[];
  hasChanges: boolean;
  /** They are shown instead of the messages. */
  isOnChanges: boolean;
};

/** The chat's title, agent and CLI. Every choice is saved at once. */
export function ChatHeader(props: ChatHeaderProps) {
  const { chat, agents, clis, hasChanges, isOnChanges } = props;
  const update = useUpdateChat(chat.id);
  const choose = (change: UpdateChat) =>
    update.mutate(change, {
      onError: (error) =>
        toast.error("The chat was not changed", { description: errorMessage(error) }),
    });
  return (
    <header
      data-slot="chat-header"
      className="@container shrink-0 border-b px-4 py-2 sm:px-5 pointer-coarse:py-3 short:py-1.5"
    >
      {/* One line where there is room. */}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5 pointer-coarse:gap-y-4 short:gap-y-0.5">
        <div className="flex min-w-0 flex-1 basis-full items-start gap-2 @3xl:basis-60">
          <BackToChats />
          <ChatTitle chat={chat} />
        </div>
        <div className="flex min-w-0 items-center gap-2 @max-3xl:flex-1">
          <AgentMenu chat={chat} agents={agents} isBusy={update.isPending} onChoose={choose} />
          <CliMenu
            chat={chat}
            agents={agents}
            clis={clis}
            isBusy={update.isPending}
            onChoose={choose}
          />
          <span className="ml-auto flex shrink-0 items-center gap-2">
            {hasChanges && <ChangesSwitch isOnChanges={isOnChanges} />}
            <ChatMenu chat={chat} />
          </span>
        </div>
      </div>
    </header>
  );
}
