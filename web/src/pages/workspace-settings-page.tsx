import { Page } from "#components/page.tsx";
import { useDocumentTitle } from "#lib/document-title.ts";
import { useWorkspaceContext } from "./workspace-page.tsx";

export function WorkspaceSettingsPage() {
  const { workspace } = useWorkspaceContext();
  useDocumentTitle(workspace === undefined ? null : `Settings · ${workspace.title}`);
  return <Page>{null}</Page>;
}
