import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { matchShortcut, pressedKey, SHORTCUTS, type ShortcutId } from "./shortcuts.logic.ts";
import { createStoredSwitch } from "./stored-switch.ts";

type Handlers = Partial<Record<ShortcutId, () => void>>;

/** A second key later than this starts a new sequence. */
const SEQUENCE_MS = 1_000;

const singleKeys = createStoredSwitch("shortcuts", { isOnAtFirst: true });

const registered = new Set<Handlers>();
let prefix: { keys: string; at: number } | null = null;

/**
 * Handles these shortcuts while the component is mounted. Not while the user types, nor behind a
 * dialog.
 */
export function useShortcuts(handlers: Handlers) {
  const run = useEffectEvent((id: ShortcutId) => handlers[id]?.());
  const ids = Object.keys(handlers).toSorted().join(" ");
  useEffect(() => {
    const mine: Handlers = {};
    // The names come from the keys of Handlers.
    for (const id of ids.split(" ") as ShortcutId[]) mine[id] = () => run(id);
    return register(mine);
  }, [ids]);
}

/** Whether single keys are on, and a setter. Stored in this browser. */
export function useShortcutsSwitch() {
  const isOn = useSyncExternalStore(singleKeys.subscribe, singleKeys.isOn);
  return { isOn, setIsOn: singleKeys.set };
}

/** The shortcuts that are available now. */
export function liveShortcuts(): ShortcutId[] {
  return liveIds();
}

/** Whether its key means something else now: on the changes of a task, `j` leads to the next file. */
export function isKeyTaken(id: ShortcutId): boolean {
  const match = matchShortcut(null, SHORTCUTS[id].keys[0], liveIds());
  return match !== null && "id" in match && match.id !== id;
}

/** Runs the handler of a shortcut. */
export function runShortcut(id: ShortcutId) {
  [...registered].findLast((handlers) => handlers[id])?.[id]?.();
}

function register(handlers: Handlers): () => void {
  if (registered.size === 0) document.addEventListener("keydown", press);
  registered.add(handlers);
  return () => {
    registered.delete(handlers);
    if (registered.size === 0) document.removeEventListener("keydown", press);
  };
}

function press(event: KeyboardEvent) {
  if (event.defaultPrevented || event.isComposing || isTyping(event.target)) return;
  const key = pressedKey(event);
  if (key?.startsWith("Arrow") && isScrolling(event.target)) return;
  // Nobody dictates or types arrow keys by accident.
  const isCharacter = key?.length === 1;
  if (key === null || (isCharacter && !singleKeys.isOn()) || isBlocked()) return;
  const before = prefix !== null && event.timeStamp - prefix.at < SEQUENCE_MS ? prefix.keys : null;
  prefix = null;
  const match = matchShortcut(before, key, liveIds());
  if (match === null) return;
  if ("prefix" in match) {
    prefix = { keys: match.prefix, at: event.timeStamp };
    return;
  }
  event.preventDefault();
  runShortcut(match.id);
}

function liveIds(): ShortcutId[] {
  // The names come from the keys of Handlers.
  return [...registered].flatMap((handlers) => Object.keys(handlers) as ShortcutId[]);
}

/** An open menu or dialog has its own keys, and so has one that is about to open. */
function isBlocked(): boolean {
  return (
    document.querySelector(
      '[role="menu"], [role="alertdialog"], [role="dialog"], [data-slot="loading-part"]',
    ) !== null
  );
}

/** Arrow keys scroll an open task, a chat and a transcript. In a list they move the focus. */
function isScrolling(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-slot="task"], [role="log"]') !== null;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input, textarea, select"))
  );
}
