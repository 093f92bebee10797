import type { ReactNode } from "react";
import { cn } from "#lib/cn.ts";

type PageProps = { className?: string; children: ReactNode };

/** A page of a readable width below its header. It scrolls as a whole. */
export function Page({ className, children }: PageProps) {
  return (
    <div className={cn("w-full max-w-7xl space-y-4 px-4 py-5 sm:px-6", className)}>{children}</div>
  );
}

/** A page exactly as large as the window, whose parts scroll on their own. */
export function FillPage({ className, children }: PageProps) {
  return (
    <div data-slot="fill-page" className={cn("flex min-h-0 w-full flex-1 flex-col", className)}>
      {children}
    </div>
  );
}
