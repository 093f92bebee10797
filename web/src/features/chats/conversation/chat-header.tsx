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
    <header className="shrink-0 space-y-1.5 border-b px-4 py-2.5 sm:px-5 short:space-y-0.5 short:py-1.5">
      <div className="flex items-start gap-2">
        <BackToChats />
        <ChatTitle chat={chat} />
        <ChatMenu chat={chat} />
      </div>
      <div className="flex min-w-0 gap-2">
        <AgentMenu chat={chat} agents={agents} isBusy={update.isPending} onChoose={choose} />
        <CliMenu
          chat={chat}
          agents={agents}
          clis={clis}
          isBusy={update.isPending}
          onChoose={choose}
        />
        {hasChanges && <ChangesSwitch isOnChanges={isOnChanges} />}
      </div>
    </header>
  );
}
