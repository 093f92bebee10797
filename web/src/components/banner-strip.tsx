import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

type BannerStripProps = {
  icon: LucideIcon;
  /** Shown at the right. */
  action?: ReactNode;
  children: ReactNode;
};

/** A strip across the page for a lasting condition. */
export function BannerStrip({ icon: Icon, action, children }: BannerStripProps) {
  return (
    <div
      data-slot="banner-strip"
      className="flex shrink-0 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b bg-review-surface px-4 py-1 sm:px-6"
    >
      <div className="flex min-w-0 flex-1 basis-64 items-start gap-2 py-1">
        <Icon aria-hidden className="mt-px size-4 shrink-0 text-status-review" />
        <div className="min-w-0 wrap-any">{children}</div>
      </div>
      {action}
    </div>
  );
}

/** Several actions. The ones on the left may come later: the strip keeps its height. */
export function BannerButtons({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-end gap-2 max-md:min-w-0 max-md:basis-full">
      {children}
    </div>
  );
}
