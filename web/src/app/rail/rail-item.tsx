import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { cn } from "#lib/cn.ts";

/** A row of the rail: an icon, and a name when the rail is open. */
export const railItemClass =
  "relative flex h-8 w-full items-center gap-2.5 rounded-md px-2.5 text-left text-muted transition-colors duration-[120ms] select-none hover:bg-hover hover:text-foreground focus-visible:-outline-offset-2 aria-disabled:cursor-not-allowed aria-disabled:opacity-55 aria-[current]:bg-hover aria-[current]:font-medium aria-[current]:text-foreground pointer-coarse:h-11 [&_svg]:size-4 [&_svg]:shrink-0";

type RailLinkProps = {
  to: string;
  label: string;
  current: "page" | "true" | undefined;
  isOpen: boolean;
  /** In front of the name. A closed rail shows only this. */
  mark: ReactNode;
  /** After the name, or on top of the mark. */
  children?: ReactNode;
};

export function RailLink({ to, label, current, isOpen, mark, children }: RailLinkProps) {
  return (
    <RailTooltip text={label} isOpen={isOpen}>
      <Link to={to} aria-current={current} className={railItemClass}>
        {mark}
        <RailLabel isOpen={isOpen}>{label}</RailLabel>
        {children}
      </Link>
    </RailTooltip>
  );
}

export function RailIcon({ icon: Icon }: { icon: LucideIcon }) {
  return (
    <span className="flex size-4 shrink-0 items-center justify-center">
      <Icon aria-hidden />
    </span>
  );
}

/** Screen readers always get it. */
export function RailLabel({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  return (
    <span dir="auto" className={cn(isOpen ? "min-w-0 flex-1 truncate" : "sr-only")}>
      {children}
    </span>
  );
}

type RailTooltipProps = { text: string; isOpen: boolean; children: ReactNode };

/** An open rail shows the names, so a tooltip would only repeat them. */
export function RailTooltip({ text, isOpen, children }: RailTooltipProps) {
  return isOpen ? children : <Tooltip text={text}>{children}</Tooltip>;
}
