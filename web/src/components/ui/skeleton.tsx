import type { ComponentProps } from "react";
import { cn } from "#lib/cn.ts";

/** A still block where something will be: a moving one would repaint for as long as it is looked at. */
export function Skeleton({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      data-slot="skeleton"
      aria-hidden
      className={cn("rounded-sm bg-hover forced-colors:border", className)}
      {...props}
    />
  );
}
