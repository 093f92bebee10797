import { useId } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { Field } from "#components/field.tsx";
import { DirectoryFacts } from "./directory-facts.tsx";
import { PathInput } from "./path-input.tsx";
import type { DirectoryFact } from "./path.logic.ts";
import type { useDirectory } from "./use-directory.ts";

type PathFieldProps = {
  path: UseFormRegisterReturn;
  /** The path typed so far. */
  typed: string;
  onPath: (path: string) => void;
  directory: ReturnType<typeof useDirectory>["directory"];
  /** What is known of it, or null where that is not shown. */
  facts: readonly DirectoryFact[] | null;
  error: string | undefined;
  /** Of the facts: what is below them should not move. */
  factsClassName?: string;
};

const HINT = "An absolute path, such as ~/projects/shop. Malamar does not create it.";

/** Where agents work, completed and checked while the user types. */
export function PathField({ path, typed, onPath, directory, facts, ...props }: PathFieldProps) {
  const factsId = useId();
  return (
    <Field label="Directory path" {...(facts === null && { hint: HINT })} error={props.error}>
      {(field) => (
        <PathInput
          {...field}
          {...path}
          {...(facts !== null && {
            "aria-describedby": [factsId, field["aria-describedby"]].filter(Boolean).join(" "),
            facts: (
              <DirectoryFacts
                id={factsId}
                facts={facts}
                hint={HINT}
                {...(props.factsClassName !== undefined && { className: props.factsClassName })}
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
  );
}
