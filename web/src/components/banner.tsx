import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "#lib/cn.ts";

type BannerProps = {
  tone: "warning" | "error";
  icon: LucideIcon;
  /** Shown at the right. */
  action?: ReactNode;
  children: ReactNode;
};

/** A box for a lasting condition, as wide as the section it belongs to. */
export function Banner({ tone, icon: Icon, action, children }: BannerProps) {
  return (
    <div
      data-slot="banner"
      className={cn(
        "flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md border px-3 py-2",
        tone === "warning" && "border-status-review bg-review-surface",
        tone === "error" && "border-error bg-error-surface",
      )}
    >
      <div className="flex min-w-0 flex-1 basis-64 items-start gap-2">
        <Icon
          aria-hidden
          className={cn(
            "mt-0.5 size-4 shrink-0",
            tone === "warning" ? "text-status-review" : "text-error",
          )}
        />
        <div className="min-w-0 wrap-any">{children}</div>
      </div>
      {action}
    </div>
  );
}
