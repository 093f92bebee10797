import { useEffect, useRef } from "react";
import { Outlet, ScrollRestoration, useLocation } from "react-router";
import { ConnectionContext } from "#lib/connection.ts";
import { ConnectionBanners } from "./connection-banners.tsx";
import { useLiveUpdates } from "./live-updates.ts";
import { TopBar } from "./top-bar.tsx";

export function Shell() {
  const connection = useLiveUpdates();
  const mainRef = useFocusOnNewPage();
  return (
    <ConnectionContext value={connection}>
      <a
        href="#content"
        className="sr-only rounded-md bg-primary px-3 py-2 font-medium text-on-primary focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50"
      >
        Skip to content
      </a>
      <TopBar />
      <ConnectionBanners connection={connection} />
      <main
        ref={mainRef}
        id="content"
        tabIndex={-1}
        className="mx-auto w-full max-w-6xl flex-1 space-y-4 px-4 py-5 outline-none sm:px-6"
      >
        <Outlet />
      </main>
      <ScrollRestoration />
    </ConnectionContext>
  );
}

/** A new page starts at its content for keyboards and screen readers, as a loaded one would. */
function useFocusOnNewPage() {
  const { pathname } = useLocation();
  const mainRef = useRef<HTMLElement>(null);
  const shownPath = useRef(pathname);
  useEffect(() => {
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    mainRef.current?.focus({ preventScroll: true });
  }, [pathname]);
  return mainRef;
}
