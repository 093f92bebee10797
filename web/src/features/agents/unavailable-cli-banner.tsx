import type { Agent } from "@malamar/contract/agent.ts";
import { cliLabel, type CliHealth } from "@malamar/contract/cli.ts";
import { TriangleAlert } from "lucide-react";
import { Banner } from "#components/banner.tsx";
import { unavailableClis } from "./unavailable-cli.logic.ts";

type UnavailableCliBannerProps = { agents: readonly Agent[]; clis: readonly CliHealth[] };

/** Says which of the team cannot run now, and why. */
export function UnavailableCliBanner({ agents, clis }: UnavailableCliBannerProps) {
  const unavailable = unavailableClis(agents, clis);
  if (unavailable.length === 0) return null;
  return (
    <Banner tone="warning" icon={TriangleAlert}>
      <ul className="space-y-0.5">
        {unavailable.map(({ cli, names }) => (
          <li key={cli}>
            {cliLabel(cli)} is not available. {names} cannot run until it is.
          </li>
        ))}
      </ul>
    </Banner>
  );
}
