import { Fragment } from "react";
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogFooter,
  DialogHeader,
} from "#components/ui/dialog.tsx";
import type { FocusReturn } from "#components/ui/dialog-parts.ts";
import { Kbd } from "#components/ui/kbd.tsx";
import { Switch } from "#components/ui/switch.tsx";
import { shortcutGroups } from "#lib/shortcut-groups.logic.ts";
import { useShortcutsSwitch } from "#lib/shortcuts.ts";

type ShortcutsSheetProps = FocusReturn & { onClose: () => void };

/** Lists all shortcuts, with the switch that turns single keys off. */
export function ShortcutsSheet({ onClose, returnFocusTo }: ShortcutsSheetProps) {
  const { isOn, setIsOn } = useShortcutsSwitch();
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent returnFocusTo={returnFocusTo} className="sm:max-w-lg">
        <DialogHeader
          title="Keyboard shortcuts"
          description="Single keys do nothing while you type in a field."
        />
        {/* It may be taller than the window, and nothing in it takes the focus. */}
        <DialogBody tabIndex={0}>
          {shortcutGroups().map(({ group, rows }) => (
            <section key={group} aria-label={group}>
              <h3 className="mb-1 text-xs font-semibold text-muted">{group}</h3>
              <ul>
                {rows.map(({ label, ways }) => (
                  <Row key={label} label={label} ways={ways} />
                ))}
              </ul>
            </section>
          ))}
          <section aria-label="Dialogs and forms">
            <h3 className="mb-1 text-xs font-semibold text-muted">Dialogs and forms</h3>
            <ul>
              {FORM_KEYS.map(({ label, ways }) => (
                <Row key={label} label={label} ways={ways} />
              ))}
            </ul>
          </section>
        </DialogBody>
        <DialogFooter className="block">
          <Switch label="Single-key shortcuts" isOn={isOn} onChange={setIsOn} />
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

/** Keys of the browser and of every form. */
const FORM_KEYS = [
  { label: "Open the focused item", ways: [["Enter"]] },
  { label: "Send or save", ways: [["Ctrl+Enter"], ["⌘+Enter"]] },
  { label: "Send a message, or start a new line", ways: [["Enter"], ["Shift+Enter"]] },
  { label: "Close, or go back", ways: [["Esc"]] },
];

type RowProps = { label: string; ways: readonly (readonly string[])[] };

function Row({ label, ways }: RowProps) {
  return (
    <li className="flex min-h-7 flex-wrap items-center justify-between gap-x-3">
      {label}
      <Keys ways={ways} />
    </li>
  );
}

function Keys({ ways }: { ways: readonly (readonly string[])[] }) {
  return (
    <span className="flex flex-wrap items-center gap-1 text-xs text-muted">
      {ways.map((keys, index) => (
        <Fragment key={keys.join(" ")}>
          {index > 0 && " or "}
          {keys.map((key, position) => (
            <Fragment key={key}>
              {position > 0 && " then "}
              <Kbd>{key}</Kbd>
            </Fragment>
          ))}
        </Fragment>
      ))}
    </span>
  );
}
