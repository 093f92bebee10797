import type { ChatId } from "@malamar/contract/ids.ts";
import type { Run } from "@malamar/contract/run.ts";
import { useSearchParams } from "react-router";
import { ChangesView } from "#features/changes/changes-view.tsx";
import { useChatRuns } from "#features/runs/queries.ts";

/** What the agents of a chat changed. */
export function ChatChanges({ chatId }: { chatId: ChatId; onClose: () => void }) {
  const [search, setSearch] = useSearchParams();
  const { data: runs = NO_RUNS } = useChatRuns(chatId, true);
  return (
    <ChangesView
      of={{ kind: "chat", id: chatId }}
      task={null}
      runs={runs}
      scope={search.get("show")}
      onScope={(name) =>
        setSearch(name === null ? { tab: "changes" } : { tab: "changes", show: name }, {
          replace: true,
        })
      }
    />
  );
}

const NO_RUNS: readonly Run[] = [];
