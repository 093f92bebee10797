import { cn } from "#lib/cn.ts";
import { Button } from "./ui/button.tsx";
import { FieldError } from "./field.tsx";
import { WriteButton } from "./write-button.tsx";

type SaveBarProps = {
  isBusy: boolean;
  isChangedElsewhere: boolean;
  onDiscard: () => void;
  /** Why saving failed. */
  error: string | undefined;
  className?: string;
};

/** The footer of a form while it has unsaved changes. */
export function SaveBar(props: SaveBarProps) {
  const { isBusy, isChangedElsewhere, error } = props;
  return (
    <div
      data-slot="save-bar"
      className={cn(
        "flex flex-wrap items-center gap-x-4 gap-y-2 border-t bg-surface px-4 py-2",
        props.className,
      )}
    >
      <div className="mr-auto min-w-0 flex-1 basis-52 space-y-1">
        <p aria-live="polite">
          {isChangedElsewhere
            ? "These settings changed elsewhere. Your changes are not saved yet."
            : "Unsaved changes"}
        </p>
        {error !== undefined && (
          <div role="alert">
            <FieldError>{error}</FieldError>
          </div>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button aria-disabled={isBusy} onClick={() => !isBusy && props.onDiscard()}>
          {isChangedElsewhere ? "Load the new ones" : "Discard"}
        </Button>
        <WriteButton type="submit" variant="primary" isBusy={isBusy} busyLabel="Saving…">
          Save changes
        </WriteButton>
      </div>
    </div>
  );
}
