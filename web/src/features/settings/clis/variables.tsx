import type { InstalledCliType } from "@malamar/contract/cli.ts";
import { cliLabel } from "@malamar/contract/plain/cli.ts";
import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import type { CliSettings } from "./cli-setup.logic.ts";
import { variableRows } from "./cli-setup.logic.ts";
import { useFocusBack } from "./focus-back.ts";
import { VariableForm } from "./variable-form.tsx";
import { VariableRow } from "./variable-row.tsx";

type VariablesProps = { type: InstalledCliType; variables: CliSettings["env_vars"] };

/**
 * Environment variables by name. Each is added, replaced and removed on its own. Values are never
 * shown.
 */
export function Variables({ type, variables }: VariablesProps) {
  const [isAdding, setIsAdding] = useState(false);
  const [open, setOpen] = useState<readonly string[]>([]);
  const { ref: addRef, focusBack } = useFocusBack();
  const close = (name: string) => setOpen((names) => names.filter((other) => other !== name));
  const rows = variableRows(variables, open);
  return (
    <div className="space-y-2">
      <div className="space-y-0.5">
        <h4 className="font-medium">Environment variables</h4>
        <p className="text-sm text-muted">
          {`Passed to every ${cliLabel(type)} run, for example an API key. Saved values are never shown again.`}
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
            focusBack();
          }}
        />
      ) : (
        <Button ref={addRef} size="small" onClick={() => setIsAdding(true)}>
          <Plus aria-hidden />
          Add variable
        </Button>
      )}
    </div>
  );
}
