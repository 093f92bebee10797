import { RefreshCw, WifiOff } from "lucide-react";
import { useConnection } from "#lib/connection.ts";
import { BannerStrip } from "./banner-strip.tsx";
import { Button } from "./ui/button.tsx";

/**
 * Below the top bar, and at the top of a dialog, which covers the bar. Always rendered, so that
 * screen readers announce what appears in it.
 */
export function ConnectionBanners() {
  const connection = useConnection();
  return (
    <div aria-live="polite" className="shrink-0">
      {connection.isOffline && (
        <BannerStrip icon={WifiOff}>
          <strong className="font-semibold">Reconnecting…</strong> You can't make changes until
          Malamar responds.
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
