import { cliLabel } from "@malamar/contract/plain/cli.ts";
import type { Restored } from "@malamar/contract/restored.ts";

interface SwitchedOff {
  /** What it is, such as "Program of Claude Code". */
  name: string;
  /** The details needed to judge it. */
  detail: string;
}

const CHANNEL_NAMES: Readonly<Record<Restored["channels"][number]["channel"], string>> = {
  email: "Email",
  webhook: "Webhook",
  slack: "Slack",
  discord: "Discord",
  ntfy: "ntfy",
};

/** Everything that is switched off, one line each. */
export function switchedOff({ programs, variables, channels }: Restored): SwitchedOff[] {
  return [
    ...programs.map(({ cli_type, binary_path }) => ({
      name: `${cliLabel(cli_type)} program`,
      detail: binary_path,
    })),
    ...variables.map(({ cli_type, names }) => ({
      name: `${cliLabel(cli_type)} variables`,
      detail: names.join(", "),
    })),
    ...channels.map(({ channel, host, recipient }) => ({
      name: `${CHANNEL_NAMES[channel]} notifications`,
      detail: [recipient && `to ${recipient}`, host && `through ${host}`]
        .filter(Boolean)
        .join(", "),
    })),
  ];
}
