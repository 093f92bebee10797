import type { CliHealth } from "@malamar/contract/cli.ts";
import { TriangleAlert } from "lucide-react";
import { useId } from "react";
import { CheckClisButton } from "./check-clis-button.tsx";
import { CliHealthItem } from "./cli-health-item.tsx";
import { DemoOffer } from "./demo-offer.tsx";

/** What to install so that a team can work, and how. */
export function NoCliGuide({ health }: { health: readonly CliHealth[] }) {
  const headingId = useId();
  return (
    <section
      aria-labelledby={headingId}
      className="space-y-3 rounded-md border border-status-review/40 bg-review-surface p-3"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-64 space-y-0.5">
          <h2 id={headingId} className="flex items-center gap-1.5 font-semibold">
            <TriangleAlert aria-hidden className="size-4 shrink-0 text-status-review" />
            Install a CLI, and your team can work
          </h2>
          <p>Install one of these, sign in to it once in a terminal, then check again.</p>
        </div>
        <CheckClisButton />
      </div>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-2">
        {health.map((cli) => (
          <CliHealthItem key={cli.cli_type} cli={cli} />
        ))}
      </ul>
      <DemoOffer />
    </section>
  );
}
