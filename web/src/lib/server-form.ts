import { zodResolver } from "@hookform/resolvers/zod";
import { useState, type BaseSyntheticEvent } from "react";
import { useForm, type FieldValues, type Path } from "react-hook-form";
import type { z } from "zod";
import { errorMessage } from "./error-details.logic.ts";
import { fieldProblems } from "./server-errors.logic.ts";
import { isSameForm, withTypedSince, type FormFields } from "./server-form.logic.ts";

/** What was typed stays, and its problems with it. */
const KEEP_TYPED = { keepDirtyValues: true, keepDirty: true, keepErrors: true };
const KEEP_NOTHING = { keepDirtyValues: false, keepDirty: false, keepErrors: false };

/** How it stands with saving a form. */
export type Saving = {
  submit: (event: BaseSyntheticEvent) => Promise<void>;
  isBusy: boolean;
  isDirty: boolean;
  /** Something was typed here, and the server has other values than when that began. */
  isChangedElsewhere: boolean;
  /** What went wrong, and at no field. */
  error: string | undefined;
  discard: () => void;
};

type ServerFormOptions<Input, Output> = {
  schema: z.ZodType<Output, Input>;
  /** As the server has it. */
  current: Input;
  /** Sends what was changed, and says how it is kept now. */
  save: (values: Output, changed: ReadonlySet<string>) => Promise<Input>;
};

/**
 * A form over something that the server keeps. When that is changed elsewhere, what was typed here
 * stays and the rest is brought up to date.
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
  /** The settings on which the typing began. */
  const [base, setBase] = useState(current);
  // Our own save comes back as an event too, maybe before its answer.
  const isBehind = !isSubmitting && !isSameForm(base, current);
  if (isBehind && !isDirty) setBase(current);

  /** The form as it is kept, with something typed over it or not. */
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
