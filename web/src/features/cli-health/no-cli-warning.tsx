import { TriangleAlert } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { LazyCliHealthDialog } from "./lazy-cli-health-dialog.ts";
import { hasNoCli } from "./no-cli.logic.ts";
import { useCliHealth } from "./queries.ts";

/** Stays in the header for as long as no agent could run. */
export function NoCliWarning() {
  const { data: health } = useCliHealth();
  const [isOpen, setIsOpen] = useState(false);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const isShown = hasNoCli(health);
  return (
    <>
      {isShown && (
        <Button
          ref={buttonRef}
          size="small"
          aria-haspopup="dialog"
          className="border-status-review bg-review-surface text-status-review hover:bg-review-surface hover:underline"
          onClick={() => setIsOpen(true)}
        >
          <TriangleAlert aria-hidden />
          <span>
            No CLIs available<span className="max-sm:sr-only"> - configure in settings</span>
          </span>
        </Button>
      )}
      {isOpen && health !== undefined && (
        <LazyCliHealthDialog
          health={health}
          onClose={() => setIsOpen(false)}
          returnFocusTo={buttonRef}
        />
      )}
    </>
  );
}
