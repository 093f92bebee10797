import type { CliHealth } from "@malamar/contract/cli.ts";
import { RotateCw } from "lucide-react";
import { FieldError } from "#components/field.tsx";
import { Button } from "#components/ui/button.tsx";
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogFooter,
  DialogHeader,
} from "#components/ui/dialog.tsx";
import type { FocusReturn } from "#components/ui/dialog-parts.ts";
import { WriteButton } from "#components/write-button.tsx";
import { errorMessage } from "#lib/error-details.logic.ts";
import { CliHealthItem } from "./cli-health-item.tsx";
import { hasNoCli } from "./no-cli.logic.ts";
import { useRefreshCliHealth } from "./mutations.ts";

type CliHealthDialogProps = FocusReturn & { health: readonly CliHealth[]; onClose: () => void };

export function CliHealthDialog({ health, onClose, returnFocusTo }: CliHealthDialogProps) {
  const refresh = useRefreshCliHealth();
  const title = hasNoCli(health) ? "No CLIs available" : "CLIs";
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent returnFocusTo={returnFocusTo}>
        <DialogHeader
          title={title}
          description="Agents run on AI coding CLIs. Install one of them, sign in to it once in a terminal, then check again."
        />
        <DialogBody>
          <ul className="space-y-2">
            {health.map((cli) => (
              <CliHealthItem key={cli.cli_type} cli={cli} />
            ))}
          </ul>
          {refresh.isError && (
            <div role="alert">
              <FieldError>{errorMessage(refresh.error)}</FieldError>
            </div>
          )}
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>Close</Button>
          <WriteButton
            variant="primary"
            isBusy={refresh.isPending}
            busyLabel="Checking…"
            onClick={() => refresh.mutate()}
          >
            <RotateCw aria-hidden />
            Check again
          </WriteButton>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
