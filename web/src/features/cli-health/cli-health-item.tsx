import type { CliHealth } from "@malamar/contract/cli.ts";
import { CliHealthLabel } from "#components/cli-health-label.tsx";
import { CopyableCommand } from "#components/copyable-command.tsx";

export function CliHealthItem({ cli }: { cli: CliHealth }) {
  // Where the program is there, installing it is no help.
  const command = cli.path === null ? cli.install_command : null;
  const advice = cli.path === null ? null : cli.advice;
  return (
    <li className="space-y-1.5 rounded-md border bg-card p-2.5">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h3 className="font-semibold">{cli.label}</h3>
        <CliHealthLabel health={cli} />
      </div>
      {(cli.error ?? cli.version) !== null && (
        <p className="max-h-32 overflow-y-auto text-sm wrap-any whitespace-pre-wrap text-muted">
          {cli.error ?? cli.version}
        </p>
      )}
      {cli.status !== "healthy" && advice !== null && <p className="text-sm">{advice}</p>}
      {cli.status === "unhealthy" && command !== null && (
        <CopyableCommand command={command} label={`Copy the command for ${cli.label}`} />
      )}
    </li>
  );
}
