import { InstalledCliType } from "@malamar/contract/cli.ts";
import type { Settings } from "@malamar/contract/settings.ts";
import { Link } from "react-router";
import { ErrorState } from "#components/error-state.tsx";
import { PageHeader } from "#components/page-header.tsx";
import { Page } from "#components/page.tsx";
import { CliList } from "#features/cli-health/cli-list.tsx";
import { AccessSettings } from "#features/session/access-settings.tsx";
import { WorkSettings } from "#features/settings/work-settings.tsx";
import { AppearanceSettings } from "#features/settings/appearance-settings.tsx";
import { CliSetup } from "#features/settings/clis/cli-setup.tsx";
import { NotificationSettings } from "#features/settings/notifications/notification-settings.tsx";
import { useSettings } from "#features/settings/queries.ts";
import { AnchoredSection, SectionList } from "#features/settings/sections.tsx";
import { LeftOver } from "#features/worktrees/left-over.tsx";
import { useLeftOver } from "#features/worktrees/queries.ts";
import { useDocumentTitle } from "#lib/document-title.ts";

export function SettingsPage() {
  useDocumentTitle("Settings");
  const { data: settings, error, refetch } = useSettings();
  const left = useLeftOver();
  return (
    <>
      <PageHeader title={<h1 className="text-lg font-semibold">Settings</h1>} />
      <Page className="flex flex-col gap-5 space-y-0 lg:flex-row lg:gap-10">
        <SectionList
          isWhole={settings !== undefined && left.isKnown}
          without={left.isAny ? [] : ["deleted"]}
        />
        <div className="w-full max-w-3xl min-w-0 space-y-5">
          <p className="text-muted">These apply to all workspaces.</p>
          {settings === undefined && error !== null && (
            <ErrorState
              title="The settings could not be loaded"
              error={error}
              onRetry={() => void refetch()}
            />
          )}
          <Sections settings={settings} />
          {left.isAny && (
            <AnchoredSection
              id="deleted"
              text="Deleting a workspace does not delete the work of its tasks. What is left of it is listed here. Worktrees are removed 24 hours later, unless that would lose work."
            >
              <LeftOver left={left} />
            </AnchoredSection>
          )}
        </div>
      </Page>
    </>
  );
}

/** Sections that need no settings from the server show without them. */
function Sections({ settings }: { settings: Settings | undefined }) {
  return (
    <>
      <AnchoredSection
        id="clis"
        text="The programs that agents run on. Malamar checks them when it starts and every 5 minutes, without calling a model."
      >
        <CliList
          renderSetup={({ cli_type, withheld_env }) => {
            // Malamar's own CLI has no settings.
            const installed = InstalledCliType.safeParse(cli_type);
            if (!installed.success) return null;
            // As tall as the content that replaces it.
            if (settings === undefined) return <div className="min-h-9 pointer-coarse:min-h-11" />;
            return <CliSetup type={installed.data} settings={settings} withheld={withheld_env} />;
          }}
        />
      </AnchoredSection>
      <AnchoredSection id="work" text="Limits and switches for all workspaces together.">
        {settings !== undefined && <WorkSettings settings={settings} />}
      </AnchoredSection>
      <AnchoredSection
        id="notifications"
        text={
          <>
            When a task fails or is ready for review, every channel you set up here gets its
            workspace, its summary, the reason and a link. You are not notified about your own
            actions or about chats.{" "}
            <Link
              to="/help/workspace-settings#notifications"
              className="hit-area rounded-sm text-primary underline"
            >
              More about notifications
            </Link>
          </>
        }
      >
        {settings !== undefined && <NotificationSettings settings={settings} />}
      </AnchoredSection>
      <AnchoredSection id="appearance" text="Applies immediately, in this browser only.">
        <AppearanceSettings />
      </AnchoredSection>
      <AnchoredSection
        id="access"
        text="Agents run with your permissions: anyone who can open this page can do anything you can."
      >
        <AccessSettings />
        <p>
          <code className="font-mono text-sm">malamar config</code> in a terminal shows where the
          data is and which settings are in use. The log is in the data directory, in{" "}
          <code className="font-mono text-sm">logs</code>.
        </p>
      </AnchoredSection>
    </>
  );
}
