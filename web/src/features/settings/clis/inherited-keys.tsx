import type { InstalledCliType } from "@malamar/contract/cli.ts";
import { cliLabel } from "@malamar/contract/plain/cli.ts";
import { WriteButton } from "#components/write-button.tsx";
import { useSaveSettings } from "#features/settings/mutations.ts";
import { errorMessage } from "#lib/error-details.logic.ts";
import { toast } from "#lib/toast.ts";

type InheritedKeysProps = {
  type: InstalledCliType;
  inherited: readonly string[];
  withheld: readonly string[];
};

/** Keys of other providers in Malamar's environment. Each is passed on only with permission. */
export function InheritedKeys({ type, inherited, withheld }: InheritedKeysProps) {
  const { save, isPending } = useSaveSettings();
  const names = [...new Set([...inherited, ...withheld])].toSorted();
  if (names.length === 0) return null;

  const change = async (name: string, isAllowed: boolean) => {
    const others = inherited.filter((other) => other !== name);
    const inherited_env = isAllowed ? [...others, name] : others;
    try {
      await save({ cli_settings: { [type]: { inherited_env } } });
      toast.success(`${name} is ${isAllowed ? "passed on" : "no longer passed on"}`);
    } catch (error) {
      toast.error(errorMessage(error));
    }
  };

  return (
    <div className="space-y-2">
      <div className="space-y-0.5">
        <h4 className="font-medium">Keys of other providers</h4>
        <p className="text-sm text-muted">
          {`Malamar's environment contains these. ${cliLabel(type)} does not use them, so its agents can't read them unless you pass them on.`}
        </p>
      </div>
      <ul className="divide-y rounded-md border">
        {names.map((name) => {
          const isAllowed = inherited.includes(name);
          return (
            <li
              key={name}
              className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-2.5 py-1.5 pointer-coarse:min-h-11"
            >
              <code className="min-w-0 font-mono text-sm wrap-any">{name}</code>
              <span className="text-sm text-muted">
                {isAllowed ? "Passed on" : "Not passed on"}
              </span>
              <WriteButton
                size="small"
                className="ml-auto"
                isBusy={isPending}
                aria-label={isAllowed ? `Do not pass on ${name}` : `Pass on ${name}`}
                onClick={() => void change(name, !isAllowed)}
              >
                {isAllowed ? "Withhold" : "Pass on"}
              </WriteButton>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
