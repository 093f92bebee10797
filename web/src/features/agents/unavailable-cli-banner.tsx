import type { Agent } from "@malamar/contract/agent.ts";
import type { CliHealth } from "@malamar/contract/cli.ts";
import { cliLabel } from "@malamar/contract/plain/cli.ts";
import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { BannerStrip } from "#components/banner-strip.tsx";
import { unavailableClis } from "./unavailable-cli.logic.ts";

type UnavailableCliBannerProps = {
  agents: readonly Agent[];
  clis: readonly CliHealth[];
  /** Opens what helps. */
  action: ReactNode;
};

/** Names the agents that cannot run now, and says why. */
export function UnavailableCliBanner({ agents, clis, action }: UnavailableCliBannerProps) {
  const unavailable = unavailableClis(agents, clis);
  if (unavailable.length === 0) return null;
  return (
    <BannerStrip icon={TriangleAlert} action={action}>
      <ul>
        {unavailable.map(({ cli, names }) => (
          <li key={cli}>
            {cliLabel(cli)} is not available. {names} cannot run until it is.
          </li>
        ))}
      </ul>
    </BannerStrip>
  );
}
