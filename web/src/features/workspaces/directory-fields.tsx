import { useId } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { Field } from "#components/field.tsx";
import { RadioCard } from "#components/radio-card.tsx";
import { cn } from "#lib/cn.ts";
import { DirectoryFacts } from "./directory-facts.tsx";
import { PathInput } from "./path-input.tsx";
import { useDirectory } from "./use-directory.ts";

type DirectoryFieldsProps = {
  mode: UseFormRegisterReturn;
  path: UseFormRegisterReturn;
  isFixed: boolean;
  /** The path typed so far. */
  typed: string;
  onPath: (path: string) => void;
  error: string | undefined;
  /** A heading says it already. */
  isLegendHidden?: boolean;
  /** The facts about the directory are shown elsewhere. */
  areFactsHidden?: boolean;
};

const HINT = "An absolute path, such as ~/projects/shop. Malamar does not create it.";

export function DirectoryFields(props: DirectoryFieldsProps) {
  const { mode, path, isFixed, typed, onPath, error } = props;
  const factsId = useId();
  const { directory, isCurrent } = useDirectory(isFixed ? typed : "");
  return (
    <>
      <fieldset className="space-y-1.5">
        <legend className={cn("mb-1.5 font-medium", props.isLegendHidden && "sr-only")}>
          Where agents work
        </legend>
        <div className="grid gap-2 sm:grid-cols-2">
          <RadioCard label="My project" value="static" {...mode}>
            <span className="block text-sm text-muted">One folder, shared by all tasks.</span>
          </RadioCard>
          <RadioCard label="A new folder per task" value="temp" {...mode}>
            <span className="block text-sm text-muted">Each task starts empty.</span>
          </RadioCard>
        </div>
      </fieldset>
      {isFixed && (
        <Field label="Directory path" {...(props.areFactsHidden && { hint: HINT })} error={error}>
          {(field) => (
            <PathInput
              {...field}
              {...path}
              {...(!props.areFactsHidden && {
                "aria-describedby": [factsId, field["aria-describedby"]].filter(Boolean).join(" "),
                facts: (
                  <DirectoryFacts
                    id={factsId}
                    directory={isCurrent ? directory : undefined}
                    hint={HINT}
                  />
                ),
              })}
              typed={typed}
              names={directory?.names ?? []}
              isCut={directory?.is_cut ?? false}
              onPath={onPath}
            />
          )}
        </Field>
      )}
    </>
  );
}
