import type { LucideIcon } from "lucide-react";
import type { ReactElement } from "react";
import type { FocusReturn } from "#components/ui/dialog-parts.ts";
import type { ShortcutId } from "#lib/shortcuts.logic.ts";

export type PaletteDialogProps = FocusReturn & { onClose: () => void };

/** The heading for commands on the open task. */
export const THIS_TASK = "This task";

/** The heading for commands on the changes of the open task. */
export const THESE_CHANGES = "These changes";

/** The user most likely means whatever is open. */
export const FIRST_GROUPS: readonly string[] = [
  THESE_CHANGES,
  "This review",
  THIS_TASK,
  "This chat",
];

export const THIS_PAGE = "On this page";

type Row = {
  id: string;
  group: string;
  label: string;
  icon: LucideIcon;
  /** Where it is, or what kind of thing it is. */
  context?: string;
  /** Further search words. */
  words?: string;
  shortcut?: ShortcutId;
};

/** One action or destination. */
export type FinalItem = Row &
  (
    | { run: () => void }
    /** Opens this dialog instead of the palette. */
    | { dialog: (props: PaletteDialogProps) => ReactElement }
  );

/** An item that asks for one more choice. */
export type QuestionItem = Row & { question: string; choices: readonly FinalItem[] };

export type PaletteItem = FinalItem | QuestionItem;
