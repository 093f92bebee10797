import type { ComponentProps } from "react";
import { cn } from "#lib/cn.ts";

/**
 * A static block where content will appear. An animated one would repaint all the time it is
 * visible.
 */
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
