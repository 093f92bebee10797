import { useSearchParams } from "react-router";
import { lazyPiece } from "#components/lazy-piece.tsx";
import { Page } from "#components/page.tsx";
import { NeedsYou } from "#features/attention/needs-you.tsx";
import { useAttention } from "#features/attention/queries.ts";
import { hasNoCli } from "#features/cli-health/no-cli.logic.ts";
import { useCliHealth } from "#features/cli-health/queries.ts";
import { changeListParams, readListParams } from "#features/workspaces/list-params.logic.ts";
import { WorkspaceBrowser } from "#features/workspaces/workspace-browser.tsx";
import { useDocumentTitle } from "#lib/document-title.ts";

const NoCliGuide = lazyPiece(
  async () => (await import("#features/cli-health/no-cli-guide.tsx")).NoCliGuide,
);

export function WorkspacesPage() {
  useDocumentTitle("Workspaces");
  const [search, setSearch] = useSearchParams();
  const { data: health, isPending: isHealthPending } = useCliHealth();
  const { isPending: isAttentionPending } = useAttention();
  // What is above has its height before anything is shown below it.
  const isLaidOut = !isHealthPending && !isAttentionPending;
  return (
    <Page>
      <div id="needs-you" tabIndex={-1} className="outline-none">
        <NeedsYou />
      </div>
      {health !== undefined && hasNoCli(health) && <NoCliGuide health={health} />}
      {isLaidOut && (
        <WorkspaceBrowser
          params={readListParams(search)}
          onChange={(change) =>
            setSearch((current) => changeListParams(current, change), { replace: true })
          }
        />
      )}
    </Page>
  );
}
