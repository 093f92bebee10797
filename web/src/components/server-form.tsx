import type { ReactNode } from "react";
import type { Saving } from "#lib/server-form.ts";
import { submitOnModEnter } from "#lib/submit-on-mod-enter.ts";
import { useUnsaved } from "#lib/unsaved.ts";
import { SaveBar } from "./save-bar.tsx";

type ServerFormProps = {
  label: string;
  saving: Saving;
  className?: string;
  /** Where the save bar goes. */
  barClassName: string;
  children: ReactNode;
};

/** A form for data on the server. What the user typed is guarded until they save or discard it. */
export function ServerForm({ label, saving, className, barClassName, children }: ServerFormProps) {
  const { isBusy, isDirty } = saving;
  useUnsaved(isDirty);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles keys that bubble up from its fields
    <form
      noValidate
      aria-label={label}
      data-commands={label}
      aria-busy={isBusy}
      onSubmit={(event) => void saving.submit(event)}
      onKeyDown={submitOnModEnter}
      className={className}
    >
      {children}
      {isDirty && (
        <SaveBar
          className={barClassName}
          isBusy={isBusy}
          isChangedElsewhere={saving.isChangedElsewhere}
          onDiscard={saving.discard}
          error={saving.error}
        />
      )}
    </form>
  );
}
