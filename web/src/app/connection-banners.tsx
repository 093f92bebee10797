import { RefreshCw, WifiOff } from "lucide-react";
import { BannerStrip } from "#components/banner-strip.tsx";
import { Button } from "#components/ui/button.tsx";
import type { Connection } from "#lib/connection.ts";

/** Below the top bar; always there for screen readers, so that what appears in it is spoken. */
export function ConnectionBanners({ connection }: { connection: Connection }) {
  return (
    <div aria-live="polite" className="shrink-0">
      {connection.isOffline && (
        <BannerStrip icon={WifiOff}>
          <strong className="font-semibold">Reconnecting…</strong> Changes have to wait until
          Malamar answers again.
        </BannerStrip>
      )}
      {connection.isUpdated && (
        <BannerStrip
          icon={RefreshCw}
          action={
            <Button size="small" onClick={() => window.location.reload()}>
              Reload
            </Button>
          }
        >
          <strong className="font-semibold">Malamar was updated — reload</strong>
        </BannerStrip>
      )}
    </div>
  );
}
