import { Plus } from "lucide-react";
import type { ComponentProps } from "react";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { WriteButton } from "#components/write-button.tsx";
import { cn } from "#lib/cn.ts";
import { SHORTCUTS } from "#lib/shortcuts.logic.ts";

type CreateTaskButtonProps = ComponentProps<typeof WriteButton> & {
  label: string;
  /** On a phone it is an icon at the lower right corner, within reach of the thumb. */
  isCompact?: boolean;
};

export function CreateTaskButton({ label, isCompact, ...props }: CreateTaskButtonProps) {
  const { label: what, keys } = SHORTCUTS.create_task;
  return (
    <Tooltip text={`${what} (${keys[0]})`}>
      <WriteButton
        variant="primary"
        className={cn(
          isCompact && "absolute right-4 bottom-4 z-10 size-11 rounded-full border-background px-0",
        )}
        {...props}
      >
        <Plus aria-hidden />
        <span className={cn(isCompact && "sr-only")}>{label}</span>
      </WriteButton>
    </Tooltip>
  );
}
