import type { CliHealth } from "@malamar/contract/cli.ts";
import { CopyableCommand } from "#components/copyable-command.tsx";
import { FieldError } from "#components/field.tsx";

/** What is wrong with a CLI, and what to do about it. */
export function CliProblem({ cli }: { cli: CliHealth }) {
  if (cli.status === "healthy") return null;
  // If the program exists, installing it again does not help.
  const command = cli.path === null ? cli.install_command : null;
  return (
    <div className="space-y-1.5">
      {cli.error !== null && (
        <div className="max-h-32 overflow-y-auto whitespace-pre-wrap">
          {cli.status === "slow" ? (
            <p className="text-sm wrap-any text-muted">{cli.error}</p>
          ) : (
            <FieldError>{cli.error}</FieldError>
          )}
        </div>
      )}
      {command === null ? (
        <p className="text-sm wrap-any empty:hidden">{cli.advice}</p>
      ) : (
        <>
          <p className="text-sm">
            Install it, sign in to it once in a terminal, then check again. If it is installed
            elsewhere, set its path below.
          </p>
          <CopyableCommand command={command} label={`Copy the command for ${cli.label}`} />
        </>
      )}
    </div>
  );
}
