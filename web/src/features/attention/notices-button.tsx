import { Bell, BellOff } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { turnNoticesOff, turnNoticesOn, useNoticesState } from "#lib/notices-switch.ts";

/**
 * Asks for the browser's permission only when pressed. Phones do not allow notifications from a
 * page.
 */
export function NoticesButton() {
  const state = useNoticesState();
  if (state === "unavailable") return null;
  if (state === "denied") {
    return (
      <p className="text-sm text-muted pointer-coarse:hidden">
        Notifications are blocked in your browser settings
      </p>
    );
  }
  const isOn = state === "on";
  const Icon = isOn ? BellOff : Bell;
  return (
    <Button
      size="small"
      variant="ghost"
      className="h-auto min-h-7 text-left whitespace-normal pointer-coarse:hidden"
      onClick={() => (isOn ? turnNoticesOff() : void turnNoticesOn())}
    >
      <Icon aria-hidden />
      {isOn ? "Stop notifying me" : "Notify me in this browser"}
    </Button>
  );
}
