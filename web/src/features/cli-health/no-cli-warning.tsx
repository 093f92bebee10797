import { TriangleAlert } from "lucide-react";
import { Link } from "react-router";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { cn } from "#lib/cn.ts";
import { hasNoCli } from "./no-cli.logic.ts";
import { useCliHealth } from "./queries.ts";

const TEXT = "No CLIs available - configure in settings";

/** Stays in the sidebar while no agent can run, and links to what helps. */
export function NoCliWarning({ isCompact }: { isCompact: boolean }) {
  const { data: health } = useCliHealth();
  if (!hasNoCli(health)) return null;
  const link = (
    <Link
      to="/settings#clis"
      className="flex min-h-8 items-center gap-2.5 rounded-md border border-status-review bg-review-surface px-2.25 py-1 text-sm font-medium text-status-review hover:underline focus-visible:-outline-offset-2 pointer-coarse:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0"
    >
      <TriangleAlert aria-hidden />
      <span className={cn(isCompact && "sr-only")}>{TEXT}</span>
    </Link>
  );
  return isCompact ? <Tooltip text={TEXT}>{link}</Tooltip> : link;
}
