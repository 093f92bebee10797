import { Pause } from "lucide-react";
import { BannerStrip } from "#components/banner-strip.tsx";
import { WriteButton } from "#components/write-button.tsx";
import { useSaveSettings } from "./mutations.ts";
import { useSettings } from "./queries.ts";

/** Tells users on every page why nothing happens, and how to resume. */
export function PausedBanner() {
  const { data: settings } = useSettings();
  const { save, isPending } = useSaveSettings();
  return (
    <div aria-live="polite" className="shrink-0">
      {settings?.is_paused && (
        <BannerStrip
          icon={Pause}
          action={
            <WriteButton
              size="small"
              isBusy={isPending}
              onClick={() => void save({ is_paused: false })}
            >
              Resume
            </WriteButton>
          }
        >
          <strong className="font-semibold">All work is paused.</strong> No agent starts on a task
          until you resume.
        </BannerStrip>
      )}
    </div>
  );
}
