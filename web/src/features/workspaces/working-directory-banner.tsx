import { FolderX } from "lucide-react";
import type { ReactNode } from "react";
import { BannerStrip } from "#components/banner-strip.tsx";
import { shortened } from "#lib/short-text.logic.ts";

/** A path can be any length. The settings show all of it. */
const MOST_LETTERS = 200;

type WorkingDirectoryBannerProps = { warning: string; action: ReactNode };

export function WorkingDirectoryBanner({ warning, action }: WorkingDirectoryBannerProps) {
  return (
    <BannerStrip icon={FolderX} action={action}>
      {shortened(warning, MOST_LETTERS)}
    </BannerStrip>
  );
}
