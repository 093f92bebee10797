import type { Agent } from "@malamar/contract/agent.ts";
import type { ChatId, WorkspaceId } from "@malamar/contract/ids.ts";
import { SearchX } from "lucide-react";
import { useRef } from "react";
import { Delayed } from "#components/delayed.tsx";
import { EmptyState } from "#components/empty-state.tsx";
import { ErrorState } from "#components/error-state.tsx";
import { PageAction } from "#components/page-header.tsx";
import { SearchBox } from "#components/search-box.tsx";
import { Button } from "#components/ui/button.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useChats } from "#features/chats/queries.ts";
import { ChatRows } from "./chat-rows.tsx";
import { NewChatButton } from "./new-chat-button.tsx";

type ChatBrowserProps = {
  workspaceId: WorkspaceId;
  agents: readonly Agent[];
  q: string;
  /** The query string of the address. */
  search: string;
  onSearch: (q: string) => void;
  /** The chat that is open next to the list. */
  openId: ChatId | null;
  /** The chat that was open before the list. */
  leftId: ChatId | null;
};

/** The workspace's conversations, most recent first. */
export function ChatBrowser(props: ChatBrowserProps) {
  const { workspaceId, agents, q, search, onSearch, openId, leftId } = props;
  const { data: chats, error, refetch } = useChats(workspaceId, q);
  const searchRef = useRef<HTMLElement>(null);
  return (
    <>
      {/* Nothing focusable may appear and then disappear when the list arrives. */}
      {chats !== undefined && (
        <PageAction>
          <NewChatButton workspaceId={workspaceId} agents={agents} label="New chat" />
        </PageAction>
      )}
      <h2 className="sr-only">Chats</h2>
      <search
        ref={searchRef}
        aria-label="Chats"
        className="flex min-w-0 shrink-0 px-4 py-3 sm:px-6 lg:px-3 lg:[&>*]:max-w-none"
      >
        <SearchBox label="Search chats" q={q} onSearch={onSearch} />
      </search>
      {chats === undefined && error === null && <LoadingRows />}
      {chats === undefined && error !== null && (
        <div className="px-4 sm:px-6 lg:px-3">
          <ErrorState
            title="The chats could not be loaded"
            error={error}
            onRetry={() => void refetch()}
          />
        </div>
      )}
      {chats?.length === 0 && q !== "" && (
        <div className="px-4 sm:px-6 lg:px-3">
          <EmptyState icon={SearchX} title="No chat found" text={`No title contains “${q}”.`}>
            <Button
              onClick={() => {
                onSearch("");
                searchRef.current?.querySelector("input")?.focus();
              }}
            >
              Clear search
            </Button>
          </EmptyState>
        </div>
      )}
      {chats !== undefined && chats.length > 0 && (
        <ChatRows chats={chats} search={search} openId={openId} leftId={leftId} />
      )}
    </>
  );
}

function LoadingRows() {
  return (
    <Delayed>
      <output className="sr-only">Loading chats</output>
      <div className="w-full space-y-1 px-2 sm:px-4 lg:px-2">
        {Array.from({ length: 6 }, (_, index) => (
          <div key={index} className="space-y-2 px-3 py-2.5">
            <Skeleton className="h-4 w-1/2" />
            <Skeleton className="h-3.5 w-4/5" />
          </div>
        ))}
      </div>
    </Delayed>
  );
}
