import type { TaskChange, TaskSummary } from "@malamar/contract/task.ts";
import { STATUS_LABELS } from "@malamar/contract/plain/task.ts";
import {
  ArrowRightLeft,
  CircleCheck,
  CircleDashed,
  Eye,
  Flag,
  Pause,
  Play,
  Tag,
} from "lucide-react";
import { Trash2, X, type LucideIcon } from "lucide-react";
import { useRef, useState, type RefObject } from "react";
import { MenuButton } from "#components/menu-button.tsx";
import { Button } from "#components/ui/button.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { WriteButton } from "#components/write-button.tsx";
import { useChangeTasks } from "#features/tasks/mutations.ts";
import { errorMessage } from "#lib/error-details.logic.ts";
import { counted } from "#lib/format.ts";
import { toast } from "#lib/toast.ts";
import { DeleteTasksDialog } from "./delete-tasks-dialog.tsx";
import { LabelTasksDialog } from "./label-tasks-dialog.tsx";
import { failureOf, targetsOf } from "./selection.logic.ts";

const ICONS = { todo: CircleDashed, in_review: Eye, done: CircleCheck } as const;

type SelectionBarProps = {
  tasks: readonly TaskSummary[];
  onClear: () => void;
};

/** The actions for all selected tasks. */
export function SelectionBar({ tasks, onClear }: SelectionBarProps) {
  const { isBusy, change } = useChange(tasks, onClear);
  const [open, setOpen] = useState<"label" | "delete" | null>(null);
  const labelRef = useRef<HTMLButtonElement>(null);
  const deleteRef = useRef<HTMLButtonElement>(null);
  const areHeld = tasks.every((task) => task.is_on_hold);
  const targets = targetsOf(tasks);
  const close = () => setOpen(null);
  return (
    <fieldset
      aria-label="Selected tasks"
      data-commands="Selected tasks"
      className="absolute inset-x-2 bottom-3 z-20 mx-auto flex w-fit max-w-full animate-menu-in flex-wrap items-center justify-center gap-1 rounded-lg border bg-card p-1.5 shadow-transient"
    >
      <output className="px-2 font-medium tabular-nums">{tasks.length} selected</output>
      {targets.length > 0 && (
        <MenuButton
          size="small"
          variant="ghost"
          align="start"
          aria-disabled={isBusy}
          items={targets.map((status) => ({
            label: `Move to ${STATUS_LABELS[status]}`,
            icon: ICONS[status],
            onSelect: () => void change({ status }),
          }))}
        >
          <ArrowRightLeft aria-hidden />
          Move
        </MenuButton>
      )}
      <BarButton
        icon={areHeld ? Play : Pause}
        label={areHeld ? "Release" : "Hold"}
        isBusy={isBusy}
        onClick={() => void change({ is_on_hold: !areHeld })}
      />
      <BarButton ref={labelRef} icon={Tag} label="Label" onClick={() => setOpen("label")} />
      <Tooltip text="Only one task of a workspace can have priority">
        <BarButton
          icon={Flag}
          label="Prioritize"
          isBusy={isBusy}
          isBlocked={tasks.length !== 1}
          onClick={() => void change({ is_priority: true })}
        />
      </Tooltip>
      <BarButton ref={deleteRef} icon={Trash2} label="Delete" onClick={() => setOpen("delete")} />
      <Tooltip text="Clear the selection (Esc)">
        <Button variant="ghost" size="small" aria-label="Clear the selection" onClick={onClear}>
          <X aria-hidden />
        </Button>
      </Tooltip>
      {open === "label" && (
        <LabelTasksDialog
          tasks={tasks}
          isBusy={isBusy}
          onSave={async (labels) => (await change(labels)) && close()}
          onClose={close}
          returnFocusTo={labelRef}
        />
      )}
      {open === "delete" && (
        <DeleteTasksDialog
          tasks={tasks}
          isBusy={isBusy}
          onDelete={() => void change({ is_deleted: true })}
          onClose={close}
          returnFocusTo={deleteRef}
        />
      )}
    </fieldset>
  );
}

type BarButtonProps = Omit<Parameters<typeof WriteButton>[0], "ref"> & {
  ref?: RefObject<HTMLButtonElement | null>;
  icon: LucideIcon;
  label: string;
};

function BarButton({ icon: Icon, label, ...props }: BarButtonProps) {
  return (
    <WriteButton variant="ghost" size="small" {...props}>
      <Icon aria-hidden />
      {label}
    </WriteButton>
  );
}

/**
 * Applies a change to all of them and reports the failures. Without failures the selection is
 * cleared.
 */
function useChange(tasks: readonly TaskSummary[], onDone: () => void) {
  const changeTasks = useChangeTasks();
  return {
    isBusy: changeTasks.isPending,
    change: async (change: TaskChange): Promise<boolean> => {
      try {
        const ids = tasks.map(({ id }) => id);
        const failure = failureOf(await changeTasks.mutateAsync({ ids, change }), tasks);
        if (failure === null) toast.success(`${counted(ids.length, "task")} changed`);
        else toast.error(failure.title, { description: failure.description });
        // The bar disappears, so the focus returns to the cards.
        document.querySelector<HTMLElement>('[data-task-id][tabindex="0"]')?.focus();
        onDone();
        return true;
      } catch (error) {
        toast.error("The tasks were not changed", { description: errorMessage(error) });
        return false;
      }
    },
  };
}
