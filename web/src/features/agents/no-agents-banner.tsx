import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { BannerStrip } from "#components/banner-strip.tsx";

/** Stays for as long as nobody would work on a task. */
export function NoAgentsBanner({ action }: { action: ReactNode }) {
  return (
    <BannerStrip icon={TriangleAlert} action={action}>
      This workspace has no agents. Tasks go straight to In Review.
    </BannerStrip>
  );
}
