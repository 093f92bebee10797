import { zodResolver } from "@hookform/resolvers/zod";
import { useState, type BaseSyntheticEvent } from "react";
import { useForm, type FieldValues, type Path } from "react-hook-form";
import type { z } from "zod";
import { errorMessage } from "./error-details.logic.ts";
import { fieldProblems } from "./server-errors.logic.ts";
import { isSameForm, withTypedSince, type FormFields } from "./server-form.logic.ts";

/** Keeps typed values and their problems. */
const KEEP_TYPED = { keepDirtyValues: true, keepDirty: true, keepErrors: true };
const KEEP_NOTHING = { keepDirtyValues: false, keepDirty: false, keepErrors: false };

/** The saving state of a form. */
export type Saving = {
  submit: (event: BaseSyntheticEvent) => Promise<void>;
  isBusy: boolean;
  isDirty: boolean;
  /** The form has unsaved input, and the server's values have changed since it began. */
  isChangedElsewhere: boolean;
  /** An error that does not belong to a field. */
  error: string | undefined;
  discard: () => void;
};

type ServerFormOptions<Input, Output> = {
  schema: z.ZodType<Output, Input>;
  /** The server's values. */
  current: Input;
  /** Sends the changed fields and returns the saved values. */
  save: (values: Output, changed: ReadonlySet<string>) => Promise<Input>;
};

/**
 * A form for data on the server. If that changes elsewhere, the user's input stays and the other
 * fields are updated.
 */
export function useServerForm<Input extends FormFields & FieldValues, Output>(
  options: ServerFormOptions<Input, Output>,
) {
  const { current } = options;
  const form = useForm<Input, unknown, Output>({
    resolver: zodResolver(options.schema),
    values: current,
    resetOptions: KEEP_TYPED,
  });
  const { isDirty, dirtyFields, isSubmitting } = form.formState;
  /** The server's values when the user started typing. */
  const [base, setBase] = useState(current);
  // Our own save also comes back as an event, maybe before its response.
  const isBehind = !isSubmitting && !isSameForm(base, current);
  if (isBehind && !isDirty) setBase(current);

  /** Shows the saved values, with the user's input on top. */
  function show(kept: Input, typed = kept) {
    setBase(kept);
    form.reset(kept, KEEP_NOTHING);
    if (!isSameForm(kept, typed)) {
      form.reset(typed, { ...KEEP_NOTHING, keepDefaultValues: true });
    }
  }

  const submit = form.handleSubmit(async (values) => {
    const sent = form.getValues();
    try {
      const changed = Object.entries(dirtyFields).filter(([, isDirty]) => isDirty);
      const kept = await options.save(values, new Set(changed.map(([field]) => field)));
      show(kept, withTypedSince(kept, sent, form.getValues()));
    } catch (error) {
      const fields = Object.keys(current) as Path<Input>[];
      const problems = fieldProblems(error, fields);
      if (problems === null) form.setError("root", { message: errorMessage(error) });
      for (const [index, { field, message }] of (problems ?? []).entries()) {
        form.setError(field, { message }, { shouldFocus: index === 0 });
      }
    }
  });

  const saving: Saving = {
    submit,
    isBusy: isSubmitting,
    isDirty,
    isChangedElsewhere: isBehind && isDirty,
    error: form.formState.errors.root?.message,
    discard: () => show(current),
  };
  return { form, saving };
}
