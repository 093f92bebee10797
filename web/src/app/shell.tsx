import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Outlet, ScrollRestoration, useLocation } from "react-router";
import { ConnectionBanners } from "#components/connection-banners.tsx";
import { LateToaster } from "#components/ui/late-toaster.tsx";
import { PausedBanner } from "#features/settings/paused-banner.tsx";
import { DatabaseBanner } from "#features/database/database-banner.tsx";
import { useRestored } from "#features/restored/queries.ts";
import { RestoredBanner } from "#features/restored/restored-banner.tsx";
import { ConnectionContext } from "#lib/connection.ts";
import { HAS_RAIL } from "#lib/breakpoints.ts";
import { useMediaQuery } from "#lib/media-query.ts";
import { AttentionSignals } from "./attention-signals.tsx";
import { LeaveGuard } from "./leave-guard.tsx";
import { LiveRegion } from "./live-region.tsx";
import { useLiveUpdates } from "./live-updates.ts";
import { PaletteHost } from "./palette-host.tsx";
import { PhoneBar } from "./phone-bar.tsx";
import { Rail } from "./rail/rail.tsx";
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
          // Without a step in the history that leads nowhere.
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
            {/* Again for every click. */}
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
  const { pathname, hash } = useLocation();
  const page = pageOf(pathname);
  const mainRef = useRef<HTMLElement>(null);
  const shownPage = useRef(page);
  const arrive = useEffectEvent(() => {
    // The home page minds the part that its address names.
    if (pathname !== "/" || hash === "") mainRef.current?.focus({ preventScroll: true });
  });
  useEffect(() => {
    if (shownPage.current === page) return;
    shownPage.current = page;
    arrive();
  }, [page]);
  return mainRef;
}

/** A task or a chat beside its list has an address of its own, and minds its own focus. */
function pageOf(pathname: string): string {
  return pathname.replace(/(\/(?:tasks|chats))\/[^/]+$/, "$1");
}
