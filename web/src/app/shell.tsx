import { useEffect, useRef, useState } from "react";
import { Outlet, ScrollRestoration, useLocation } from "react-router";
import { ConnectionBanners } from "#components/connection-banners.tsx";
import { Toaster } from "#components/ui/toaster.tsx";
import { PausedBanner } from "#features/settings/paused-banner.tsx";
import { DatabaseBanner } from "#features/database/database-banner.tsx";
import { useRestored } from "#features/restored/queries.ts";
import { RestoredBanner } from "#features/restored/restored-banner.tsx";
import { ConnectionContext } from "#lib/connection.ts";
import { AttentionSignals } from "./attention-signals.tsx";
import { LeaveGuard } from "./leave-guard.tsx";
import { LiveRegion } from "./live-region.tsx";
import { useLiveUpdates } from "./live-updates.ts";
import { createServerEvents } from "./server-events.ts";
import { TaskToasts } from "./task-toasts.tsx";
import { TopBar } from "./top-bar.tsx";

export function Shell() {
  const [events] = useState(createServerEvents);
  const connection = useLiveUpdates(events.publish);
  const mainRef = useFocusOnNewPage();
  return (
    <ConnectionContext value={connection}>
      <a
        href="#content"
        onClick={(event) => {
          // Without a step in the history that leads nowhere.
          event.preventDefault();
          mainRef.current?.focus();
        }}
        className="sr-only rounded-md bg-primary font-medium text-on-primary focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:px-3 focus:py-2"
      >
        Skip to content
      </a>
      <TopBar />
      <ConnectionBanners />
      <WorkBanners />
      <main
        ref={mainRef}
        id="content"
        tabIndex={-1}
        className="flex min-h-0 flex-1 flex-col outline-none"
      >
        <Outlet />
      </main>
      <LeaveGuard />
      <AttentionSignals />
      <LiveRegion events={events} />
      <TaskToasts events={events} />
      <Toaster />
      <ScrollRestoration />
    </ConnectionContext>
  );
}

/** Why nothing may happen. What was restored and waits for a decision is resumed by that alone. */
function WorkBanners() {
  const { data: restored, isPending } = useRestored();
  return (
    <>
      {!isPending && !restored?.is_waiting && <PausedBanner />}
      <DatabaseBanner />
      <RestoredBanner />
    </>
  );
}

/** A new page starts at its content for keyboards and screen readers, as a loaded one would. */
function useFocusOnNewPage() {
  const page = pageOf(useLocation().pathname);
  const mainRef = useRef<HTMLElement>(null);
  const shownPage = useRef(page);
  useEffect(() => {
    if (shownPage.current === page) return;
    shownPage.current = page;
    mainRef.current?.focus({ preventScroll: true });
  }, [page]);
  return mainRef;
}

/** The dialog of a task or a chat has an address of its own but lies over its list, and minds its own focus. */
function pageOf(pathname: string): string {
  return pathname.replace(/(\/(?:tasks|chats))\/[^/]+$/, "$1");
}
