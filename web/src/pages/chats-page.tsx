import type { ChatId } from "@malamar/contract/ids.ts";
import { idFrom } from "@malamar/contract/plain/id.ts";
import { useState } from "react";
import { Outlet, useLocation, useParams, useSearchParams } from "react-router";
import { FillPage } from "#components/page.tsx";
import { useAgents } from "#features/agents/queries.ts";
import { ChatBrowser } from "#features/chats/list/chat-browser.tsx";
import { NoChatChosen, NoChats } from "#features/chats/list/no-chats.tsx";
import { useChats } from "#features/chats/queries.ts";
import { useDocumentTitle } from "#lib/document-title.ts";
import { IS_WIDE } from "#lib/breakpoints.ts";
import { useMediaQuery } from "#lib/media-query.ts";
import { useWorkspaceContext } from "./workspace-page.tsx";

/** The list and a conversation side by side, or one of them if both do not fit. */
export function ChatsPage() {
  const { id, workspace } = useWorkspaceContext();
  const { data: agents = [] } = useAgents(id);
  const isWide = useMediaQuery(IS_WIDE);
  const address = useParams()["chatId"];
  const isChatOpen = address !== undefined;
  const openId = idFrom<ChatId>(address);
  const leftId = useLastOpen(openId);
  const [params, setParams] = useSearchParams();
  const { search } = useLocation();
  const q = params.get("q") ?? "";
  const hasNone = useChats(id, q).data?.length === 0 && q === "";
  const title = workspace === undefined ? null : `Chats · ${workspace.title}`;
  useDocumentTitle(isChatOpen ? undefined : title);
  if (hasNone && !isChatOpen) {
    return (
      <FillPage>
        <NoChats workspaceId={id} agents={agents} />
      </FillPage>
    );
  }
  return (
    <FillPage className="flex-row">
      {(isWide || !isChatOpen) && (
        <div className="flex min-h-0 w-full flex-col lg:w-[min(20rem,30vw)] lg:shrink-0 lg:border-r xl:w-[min(24rem,30vw)]">
          <ChatBrowser
            workspaceId={id}
            agents={agents}
            q={q}
            search={search}
            onSearch={(next) => setParams(next === "" ? {} : { q: next }, { replace: true })}
            openId={openId}
            leftId={leftId}
          />
        </div>
      )}
      <Outlet context={{ id, workspace }} />
      {isWide && !isChatOpen && <NoChatChosen />}
    </FillPage>
  );
}

/** The last chat that was open on this page. */
function useLastOpen(openId: ChatId | null): ChatId | null {
  const [last, setLast] = useState(openId);
  if (openId !== null && openId !== last) setLast(openId);
  return openId ?? last;
}
