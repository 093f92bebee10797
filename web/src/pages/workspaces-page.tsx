import { useSearchParams } from "react-router";
import { Page } from "#components/page.tsx";
import { NeedsYou } from "#features/attention/needs-you.tsx";
import { changeListParams, readListParams } from "#features/workspaces/list-params.logic.ts";
import { WorkspaceBrowser } from "#features/workspaces/workspace-browser.tsx";
import { useDocumentTitle } from "#lib/document-title.ts";

export function WorkspacesPage() {
  useDocumentTitle("Workspaces");
  const [search, setSearch] = useSearchParams();
  return (
    <Page>
      <NeedsYou />
      <WorkspaceBrowser
        params={readListParams(search)}
        onChange={(change) =>
          setSearch((current) => changeListParams(current, change), { replace: true })
        }
      />
    </Page>
  );
}
