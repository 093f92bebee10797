import type { InstalledCliType } from "@malamar/contract/cli.ts";
import type { Settings } from "@malamar/contract/settings.ts";
import { Disclosure } from "#components/disclosure.tsx";
import { InheritedKeys } from "./inherited-keys.tsx";
import { PathForm } from "./path-form.tsx";
import { setupSummary } from "./cli-setup.logic.ts";
import { Variables } from "./variables.tsx";

type CliSetupProps = {
  type: InstalledCliType;
  settings: Settings;
  /** Keys in the environment that this CLI does not get. */
  withheld: readonly string[];
};

/** What the user can set about a CLI. How it is started is not part of that. */
export function CliSetup({ type, settings, withheld }: CliSetupProps) {
  const setup = settings.cli_settings[type];
  const summary = setupSummary(setup);
  return (
    <Disclosure
      summary={
        <>
          Path and variables
          {summary !== "" && <span className="font-normal text-muted">{summary}</span>}
        </>
      }
    >
      <div className="space-y-5 px-3 pt-1 pb-3">
        <PathForm type={type} path={setup.binary_path} />
        <Variables type={type} variables={setup.env_vars} />
        <InheritedKeys type={type} inherited={setup.inherited_env} withheld={withheld} />
      </div>
    </Disclosure>
  );
}
