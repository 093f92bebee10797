import type { LucideIcon } from "lucide-react";
import type { ReactElement } from "react";
import type { FocusReturn } from "#components/ui/dialog-parts.ts";
import type { ShortcutId } from "#lib/shortcuts.logic.ts";

export type PaletteDialogProps = FocusReturn & { onClose: () => void };

/** The heading over what can be done with the task that is open. */
export const THIS_TASK = "This task";

/** What is open is what somebody most likely means. */
export const FIRST_GROUPS: readonly string[] = [THIS_TASK, "This chat"];

export const THIS_PAGE = "On this page";

type Row = {
  id: string;
  group: string;
  label: string;
  icon: LucideIcon;
  /** Where it is, or what it is. */
  context?: string;
  /** Further words by which somebody may look for it. */
  words?: string;
  shortcut?: ShortcutId;
};

/** One thing that can be done, or gone to. */
export type FinalItem = Row &
  (
    | { run: () => void }
    /** Opens this in the place of the palette. */
    | { dialog: (props: PaletteDialogProps) => ReactElement }
  );

/** Something that needs one more choice. */
export type QuestionItem = Row & { question: string; choices: readonly FinalItem[] };

export type PaletteItem = FinalItem | QuestionItem;
