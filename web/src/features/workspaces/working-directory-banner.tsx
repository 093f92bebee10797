import { FolderX } from "lucide-react";
import type { ReactNode } from "react";
import { BannerStrip } from "#components/banner-strip.tsx";
import { shortened } from "#lib/short-text.logic.ts";

/** A path may be of any length; who needs the whole of it finds it in the settings. */
const MOST_LETTERS = 200;

type WorkingDirectoryBannerProps = { warning: string; action: ReactNode };

export function WorkingDirectoryBanner({ warning, action }: WorkingDirectoryBannerProps) {
  return (
    <BannerStrip icon={FolderX} action={action}>
      {shortened(warning, MOST_LETTERS)}
    </BannerStrip>
  );
}
