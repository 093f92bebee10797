import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Outlet, ScrollRestoration, useLocation } from "react-router";
import { BannerToCome } from "#components/banner-to-come.tsx";
import { ConnectionBanners } from "#components/connection-banners.tsx";
import { LateToaster } from "#components/ui/late-toaster.tsx";
import { PausedBanner } from "#features/settings/paused-banner.tsx";
import { useSettings } from "#features/settings/queries.ts";
import { DatabaseBanner } from "#features/database/database-banner.tsx";
import { useDatabaseState } from "#features/database/queries.ts";
import { useRestored } from "#features/restored/queries.ts";
import { RestoredBanner } from "#features/restored/restored-banner.tsx";
import { ConnectionContext } from "#lib/connection.ts";
import { StopActiveRuns } from "#features/tasks/actions/stop-active-runs.ts";
import { useRailWorkspaces } from "#features/workspaces/queries.ts";
import { HAS_RAIL } from "#lib/breakpoints.ts";
import { useMediaQuery } from "#lib/media-query.ts";
import { AttentionSignals } from "./attention-signals.tsx";
import { LeaveGuard } from "./leave-guard.tsx";
import { LiveRegion } from "./live-region.tsx";
import { useLiveUpdates } from "./live-updates.ts";
import { PaletteHost } from "./palette-host.tsx";
import { PhoneBar } from "./phone-bar.tsx";
import { Rail } from "./rail/rail.tsx";
import { usePauseAll } from "./rail/use-pause-all.ts";
import { createServerEvents } from "./server-events.ts";
import { ShortcutsHelp } from "./shortcuts-help.tsx";
import { TaskToasts } from "./task-toasts.tsx";

export function Shell() {
  const [events] = useState(createServerEvents);
  const connection = useLiveUpdates(events.publish);
  const mainRef = useFocusOnNewPage();
  const hasRail = useMediaQuery(HAS_RAIL);
  return (
    <ConnectionContext value={connection}>
      <a
        href="#content"
        onClick={(event) => {
          // Avoids a useless entry in the browser's history.
          event.preventDefault();
          mainRef.current?.focus();
        }}
        className="sr-only rounded-md bg-primary font-medium text-on-primary focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:px-3 focus:py-2"
      >
        Skip to content
      </a>
      <div className="flex min-h-0 flex-1 pr-[env(safe-area-inset-right)]">
        {hasRail && <Rail />}
        <div className="flex min-w-0 flex-1 flex-col">
          <ConnectionBanners />
          <WorkBanners />
          <main
            ref={mainRef}
            id="content"
            tabIndex={-1}
            className="flex min-h-0 flex-1 flex-col outline-none"
          >
            <Outlet />
            {/* Runs again on every click. */}
          </main>
        </div>
      </div>
      {!hasRail && <PhoneBar />}
      <PaletteHost />
      <ShortcutsHelp />
      <LeaveGuard />
      <AttentionSignals />
      <LiveRegion events={events} />
      <TaskToasts events={events} />
      <LateToaster />
      <ScrollRestoration />
    </ConnectionContext>
  );
}

/** Why no work starts. While restored data waits for a decision, only that resumes work. */
function WorkBanners() {
  const { data: restored, isPending } = useRestored();
  const isSettingsPending = useSettings().isPending;
  const isDatabasePending = useDatabaseState().isPending;
  const pause = usePauseAll();
  return (
    <>
      {(isPending || isSettingsPending || isDatabasePending) && <BannerToCome />}
      {!isPending && !restored?.is_waiting && (
        <PausedBanner
          isResuming={pause.isPending}
          onResume={pause.toggle}
          stopButton={<StopEverything />}
        />
      )}
      <DatabaseBanner />
      <RestoredBanner />
    </>
  );
}

function StopEverything() {
  const workspaces = useRailWorkspaces() ?? [];
  const atWork = workspaces.filter(({ in_progress_count }) => in_progress_count > 0);
  return <StopActiveRuns workspaceIds={atWork.map(({ id }) => id)} />;
}

/** Moves the focus to the content of a new page, as a full page load would. */
function useFocusOnNewPage() {
  const { pathname, hash } = useLocation();
  const page = pageOf(pathname);
  const mainRef = useRef<HTMLElement>(null);
  const shownPage = useRef(page);
  const arrive = useEffectEvent(() => {
    // The home page handles the part named by the hash itself.
    if (pathname !== "/" || hash === "") mainRef.current?.focus({ preventScroll: true });
  });
  useEffect(() => {
    if (shownPage.current === page) return;
    shownPage.current = page;
    arrive();
  }, [page]);
  return mainRef;
}

/** A task or a chat beside its list has its own address and handles its own focus. */
function pageOf(pathname: string): string {
  return pathname.replace(/(\/(?:tasks|chats))\/[^/]+$/, "$1");
}
