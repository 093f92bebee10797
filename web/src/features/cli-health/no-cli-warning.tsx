import { TriangleAlert } from "lucide-react";
import { Link } from "react-router";
import { Button } from "#components/ui/button.tsx";
import { hasNoCli } from "./no-cli.logic.ts";
import { useCliHealth } from "./queries.ts";

/** Stays in the header for as long as no agent could run, and leads to what can be done about it. */
export function NoCliWarning() {
  const { data: health } = useCliHealth();
  if (!hasNoCli(health)) return null;
  return (
    <Button
      asChild
      size="small"
      className="border-status-review bg-review-surface text-status-review hover:bg-review-surface hover:underline"
    >
      <Link to="/settings#clis">
        <TriangleAlert aria-hidden />
        <span>
          No CLIs<span className="max-sm:sr-only"> available - configure in settings</span>
        </span>
      </Link>
    </Button>
  );
}
