import type { CliHealth } from "@malamar/contract/cli.ts";
import type { ReactNode } from "react";
import { Delayed } from "#components/delayed.tsx";
import { ErrorState } from "#components/error-state.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { CheckButtons } from "./check-buttons.tsx";
import { CliCard } from "./cli-card.tsx";
import { useCliHealth } from "./queries.ts";

/** All CLIs, each with its settings. */
export function CliList({ renderSetup }: { renderSetup: (cli: CliHealth) => ReactNode }) {
  const { data: health, error, refetch } = useCliHealth();
  if (health === undefined && error !== null) {
    return (
      <ErrorState
        title="The CLIs could not be loaded"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  if (health === undefined) return <LoadingClis />;
  return (
    <>
      <CheckButtons />
      <ul className="space-y-3">
        {health.map((cli) => (
          <CliCard key={cli.cli_type} cli={cli}>
            {renderSetup(cli)}
          </CliCard>
        ))}
      </ul>
    </>
  );
}

function LoadingClis() {
  return (
    // The list is taller than any window, so what follows stays out of view while it loads.
    <div className="min-h-dvh space-y-3">
      <Delayed>
        <output className="sr-only">Checking the CLIs</output>
        {Array.from({ length: 5 }, (_, index) => (
          <Skeleton key={index} className="h-28 w-full" />
        ))}
      </Delayed>
    </div>
  );
}
