import type { InstalledCliType } from "@malamar/contract/cli.ts";
import { cliLabel } from "@malamar/contract/cli.ts";
import { Plus } from "lucide-react";
import { useId, useRef, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import type { CliSettings } from "./cli-setup.logic.ts";
import { variableRows } from "./cli-setup.logic.ts";
import { VariableForm } from "./variable-form.tsx";
import { VariableRow } from "./variable-row.tsx";

type VariablesProps = { type: InstalledCliType; variables: CliSettings["env_vars"] };

/** Environment variables by name: each is added, replaced and removed by itself, and none is shown. */
export function Variables({ type, variables }: VariablesProps) {
  const headingId = useId();
  const [isAdding, setIsAdding] = useState(false);
  const [open, setOpen] = useState<readonly string[]>([]);
  const addRef = useRef<HTMLButtonElement>(null);
  const close = (name: string) => setOpen((names) => names.filter((other) => other !== name));
  const rows = variableRows(variables, open);
  return (
    <section aria-labelledby={headingId} className="space-y-2">
      <div className="space-y-0.5">
        <h4 id={headingId} className="font-medium">
          Environment variables
        </h4>
        <p className="text-sm text-muted">
          {`Given to every run of ${cliLabel(type)}, such as an API key. A value is never shown again after it is saved.`}
        </p>
      </div>
      {rows.length > 0 && (
        <ul className="divide-y rounded-md border">
          {rows.map(({ name, isSet }) => (
            <VariableRow
              key={name}
              type={type}
              name={name}
              isSet={isSet}
              isOpen={open.includes(name)}
              onOpen={() => setOpen([...open, name])}
              onClose={() => close(name)}
            />
          ))}
        </ul>
      )}
      {isAdding ? (
        <VariableForm
          type={type}
          name={null}
          taken={Object.keys(variables)}
          onClose={() => {
            setIsAdding(false);
            // It comes back in place of the form.
            requestAnimationFrame(() => addRef.current?.focus());
          }}
        />
      ) : (
        <Button ref={addRef} size="small" onClick={() => setIsAdding(true)}>
          <Plus aria-hidden />
          Add variable
        </Button>
      )}
    </section>
  );
}
