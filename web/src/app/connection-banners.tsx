import { RefreshCw, WifiOff, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import type { Connection } from "#lib/connection.ts";

/** Below the top bar; always there for screen readers, so that what appears in it is spoken. */
export function ConnectionBanners({ connection }: { connection: Connection }) {
  return (
    <output className="block">
      {connection.isOffline && (
        <TopBanner icon={WifiOff}>
          <strong className="font-semibold">Reconnecting…</strong> Changes have to wait until
          Malamar answers again.
        </TopBanner>
      )}
      {connection.isUpdated && (
        <TopBanner icon={RefreshCw}>
          <strong className="font-semibold">Malamar was updated — reload</strong>
          <Button size="small" className="ml-auto" onClick={() => window.location.reload()}>
            Reload
          </Button>
        </TopBanner>
      )}
    </output>
  );
}

function TopBanner({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b bg-review-surface px-4 py-2 sm:px-6">
      <Icon aria-hidden className="size-4 shrink-0 text-status-review" />
      {children}
    </span>
  );
}
