import type { CliHealth } from "@malamar/contract/cli.ts";
import type { ReactNode } from "react";
import { RelativeTime } from "#components/relative-time.tsx";

export function CliFacts({ cli }: { cli: CliHealth }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-0.5 text-sm">
      {cli.version !== null && <Fact name="Version">{cli.version}</Fact>}
      {cli.path !== null && (
        <Fact name="Program">
          <span className="font-mono">{cli.path}</span>
        </Fact>
      )}
      <Fact name="Checked">
        <RelativeTime iso={cli.checked_at} />
      </Fact>
      {cli.path !== null && (
        <Fact name="Last answer">
          {cli.answered_at === null ? (
            "none since Malamar started"
          ) : (
            <RelativeTime iso={cli.answered_at} />
          )}
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="wrap-any">{children}</dd>
    </>
  );
}
