import type { InstalledCliType } from "@malamar/contract/cli.ts";
import { cliLabel } from "@malamar/contract/plain/cli.ts";
import { Button } from "#components/ui/button.tsx";
import { RemoveButton } from "#features/settings/remove-button.tsx";
import { SetLabel } from "#features/settings/set-label.tsx";
import { useFocusBack } from "./focus-back.ts";
import { VariableForm } from "./variable-form.tsx";

type VariableRowProps = {
  type: InstalledCliType;
  name: string;
  /** False if it was removed elsewhere while it is being replaced here. */
  isSet: boolean;
  isOpen: boolean;
  onOpen: () => void;
  onClose: () => void;
};

export function VariableRow({ type, name, isSet, isOpen, onOpen, onClose }: VariableRowProps) {
  const { ref: replaceRef, focusBack } = useFocusBack();
  return (
    <li className="space-y-2 px-2.5 py-1.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 pointer-coarse:min-h-11">
        <code className="min-w-0 font-mono text-sm wrap-any">{name}</code>
        {isSet ? <SetLabel /> : <span className="text-sm text-muted">Removed elsewhere</span>}
        <span className="ml-auto flex gap-2 pointer-coarse:gap-3">
          {!isOpen && (
            <Button
              ref={replaceRef}
              size="small"
              aria-label={`Replace the value of ${name}`}
              onClick={onOpen}
            >
              Replace
            </Button>
          )}
          {isSet && (
            <RemoveButton
              what={name}
              text={<p>{`${cliLabel(type)} will no longer get it. This can't be undone.`}</p>}
              change={{ cli_settings: { [type]: { env_vars: { [name]: null } } } }}
              onRemoved={onClose}
            />
          )}
        </span>
      </div>
      {isOpen && (
        <VariableForm
          type={type}
          name={name}
          taken={[]}
          onClose={() => {
            onClose();
            focusBack();
          }}
        />
      )}
    </li>
  );
}
