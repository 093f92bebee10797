import type { CliHealth } from "@malamar/contract/cli.ts";
import { Button } from "#components/ui/button.tsx";
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogFooter,
  DialogHeader,
} from "#components/ui/dialog.tsx";
import type { FocusReturn } from "#components/ui/dialog-parts.ts";
import { CheckClisButton } from "./check-clis-button.tsx";
import { CliHealthItem } from "./cli-health-item.tsx";
import { DemoOffer } from "./demo-offer.tsx";
import { hasNoCli } from "./no-cli.logic.ts";

type CliHealthDialogProps = FocusReturn & { health: readonly CliHealth[]; onClose: () => void };

export function CliHealthDialog({ health, onClose, returnFocusTo }: CliHealthDialogProps) {
  const hasNone = hasNoCli(health);
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent returnFocusTo={returnFocusTo}>
        <DialogHeader
          title={hasNone ? "No CLIs available" : "CLIs"}
          description="Agents run on AI coding CLIs. Install one of them, sign in to it once in a terminal, then check again."
        />
        <DialogBody>
          <ul className="space-y-2">
            {health.map((cli) => (
              <CliHealthItem key={cli.cli_type} cli={cli} />
            ))}
          </ul>
          {hasNone && <DemoOffer />}
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>Close</Button>
          <CheckClisButton />
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
