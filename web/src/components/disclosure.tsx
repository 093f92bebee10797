import { ChevronRight } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "#lib/cn.ts";

type DisclosureProps = ComponentProps<"details"> & {
  /** Always visible. */
  summary: ReactNode;
};

/** Content that stays folded until the user opens it. What they type in it survives folding. */
export function Disclosure({ summary, className, children, ...props }: DisclosureProps) {
  return (
    <details data-slot="disclosure" className={cn("group", className)} {...props}>
      <summary className="flex min-h-9 cursor-pointer list-none items-center gap-2 rounded-md px-3 py-1 font-medium pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="size-4 shrink-0 text-muted transition-transform duration-[120ms] group-open:rotate-90"
        />
        {summary}
      </summary>
      {children}
    </details>
  );
}
