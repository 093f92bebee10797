import { ShieldAlert } from "lucide-react";
import { useRef, useState } from "react";
import { BannerStrip } from "#components/banner-strip.tsx";
import { lazyPart } from "#components/lazy-part.tsx";
import { Button } from "#components/ui/button.tsx";
import { useRestored } from "./queries.ts";

const [RestoredDialog, fetchDialog] = lazyPart(
  async () => (await import("./restored-dialog.tsx")).RestoredDialog,
);

/** Stays until the user has decided what to do with a backup from another installation. */
export function RestoredBanner() {
  const { data: restored } = useRestored();
  const reviewRef = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  if (!restored?.is_waiting) return null;
  return (
    <>
      <BannerStrip
        icon={ShieldAlert}
        action={
          <Button
            ref={reviewRef}
            size="small"
            onPointerEnter={fetchDialog}
            onFocus={fetchDialog}
            onClick={() => setIsOpen(true)}
          >
            Review
          </Button>
        }
      >
        <strong className="font-semibold">Malamar is paused.</strong> It was restored from another
        installation's backup. No agent works or answers until you have reviewed what it contains.
      </BannerStrip>
      {isOpen && (
        <RestoredDialog
          restored={restored}
          onClose={() => setIsOpen(false)}
          returnFocusTo={reviewRef}
        />
      )}
    </>
  );
}
