import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "#lib/cn.ts";
import { fieldClass } from "./input.tsx";

/** The browser's own list works everywhere. Radix's injects a style that our policy refuses. */
export function NativeSelect({ className, ...props }: ComponentProps<"select">) {
  return (
    <span data-slot="native-select" className={cn("relative inline-block", className)}>
      <select
        className={cn(fieldClass, "h-8 appearance-none truncate pr-8 pointer-coarse:h-11")}
        {...props}
      />
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-muted"
      />
    </span>
  );
}
