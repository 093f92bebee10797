import { Outlet, useLocation, useParams, useSearchParams } from "react-router";
import { FillPage } from "#components/page.tsx";
import { useAgents } from "#features/agents/queries.ts";
import { ChatBrowser } from "#features/chats/list/chat-browser.tsx";
import { useDocumentTitle } from "#lib/document-title.ts";
import { useWorkspaceContext } from "./workspace-page.tsx";

export function ChatsPage() {
  const { id, workspace } = useWorkspaceContext();
  const { data: agents = [] } = useAgents(id);
  const isChatOpen = useParams()["chatId"] !== undefined;
  const [params, setParams] = useSearchParams();
  const { search } = useLocation();
  const title = workspace === undefined ? null : `Chats · ${workspace.title}`;
  useDocumentTitle(isChatOpen ? undefined : title);
  return (
    <FillPage>
      <ChatBrowser
        workspaceId={id}
        agents={agents}
        q={params.get("q") ?? ""}
        search={search}
        onSearch={(q) => setParams(q === "" ? {} : { q }, { replace: true })}
      />
      <Outlet context={{ id, workspace }} />
    </FillPage>
  );
}
