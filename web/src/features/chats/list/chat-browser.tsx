import type { Agent } from "@malamar/contract/agent.ts";
import type { WorkspaceId } from "@malamar/contract/ids.ts";
import { MessagesSquare, SearchX } from "lucide-react";
import { useRef } from "react";
import { Delayed } from "#components/delayed.tsx";
import { EmptyState } from "#components/empty-state.tsx";
import { ErrorState } from "#components/error-state.tsx";
import { Page } from "#components/page.tsx";
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
  /** The part of the address behind the question mark. */
  search: string;
  onSearch: (q: string) => void;
};

/** The conversations of a workspace, the latest first. */
export function ChatBrowser({ workspaceId, agents, q, search, onSearch }: ChatBrowserProps) {
  const { data: chats, error, refetch } = useChats(workspaceId, q);
  const searchRef = useRef<HTMLElement>(null);
  if (chats?.length === 0 && q === "") {
    return (
      <Page>
        <h2 className="sr-only">Chats</h2>
        <EmptyState icon={MessagesSquare} title="No conversations yet">
          <NewChatButton workspaceId={workspaceId} agents={agents} label="Start a chat" />
        </EmptyState>
      </Page>
    );
  }
  return (
    <>
      <div className="shrink-0 px-4 pt-4 pb-3 sm:px-6">
        <div className="mx-auto flex max-w-6xl items-center justify-between gap-2">
          <h2 className="sr-only">Chats</h2>
          <search ref={searchRef} aria-label="Chats" className="flex min-w-0 flex-1">
            <SearchBox label="Search chats" q={q} onSearch={onSearch} />
          </search>
          <NewChatButton workspaceId={workspaceId} agents={agents} label="New chat" />
        </div>
      </div>
      {chats === undefined && error === null && <LoadingRows />}
      {chats === undefined && error !== null && (
        <Page>
          <ErrorState
            title="The chats could not be loaded"
            error={error}
            onRetry={() => void refetch()}
          />
        </Page>
      )}
      {chats?.length === 0 && (
        <Page>
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
        </Page>
      )}
      {chats !== undefined && chats.length > 0 && <ChatRows chats={chats} search={search} />}
    </>
  );
}

function LoadingRows() {
  return (
    <Delayed>
      <output className="sr-only">Loading chats</output>
      <div className="mx-auto w-full max-w-6xl space-y-1.5 px-4 sm:px-6">
        {Array.from({ length: 6 }, (_, index) => (
          <div key={index} className="space-y-2 rounded-md border bg-card px-3 py-2.5">
            <Skeleton className="h-4 w-1/3" />
            <Skeleton className="h-3.5 w-2/3" />
          </div>
        ))}
      </div>
    </Delayed>
  );
}
