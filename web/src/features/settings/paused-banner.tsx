import { Pause } from "lucide-react";
import type { ReactNode } from "react";
import { BannerButtons, BannerStrip } from "#components/banner-strip.tsx";
import { WriteButton } from "#components/write-button.tsx";
import { useSettings } from "./queries.ts";

type PausedBannerProps = {
  isResuming: boolean;
  onResume: () => void;
  /** Ends what the pause lets finish. */
  stopButton: ReactNode;
};

/** Tells users on every page why nothing happens, and how to resume. */
export function PausedBanner({ isResuming, onResume, stopButton }: PausedBannerProps) {
  const { data: settings } = useSettings();
  return (
    <div aria-live="polite" className="shrink-0">
      {settings?.is_paused && (
        <BannerStrip
          icon={Pause}
          action={
            <BannerButtons>
              {stopButton}
              <WriteButton size="small" isBusy={isResuming} onClick={onResume}>
                Resume
              </WriteButton>
            </BannerButtons>
          }
        >
          <strong className="font-semibold">All work is paused.</strong> No agent starts on a task
          until you resume.
        </BannerStrip>
      )}
    </div>
  );
}
