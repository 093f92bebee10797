import { cliLabel } from "@malamar/contract/plain/cli.ts";
import type { Restored } from "@malamar/contract/restored.ts";
import { quoted } from "#lib/quoted.ts";

/** For the terminal: what a backup of another installation contains, and what to do next. */
export function switchedOffText({ programs, variables, channels }: Restored): string[] {
  const list = [
    // A path may contain anything: quoted, it cannot send commands to a terminal.
    ...programs.map(
      ({ cli_type, binary_path }) => `program of ${cliLabel(cli_type)}: ${quoted(binary_path)}`,
    ),
    ...variables.map(
      ({ cli_type, names }) => `variables of ${cliLabel(cli_type)}: ${names.join(", ")}`,
    ),
    ...channels.map(({ channel, host, recipient }) =>
      [
        `notifications by ${channel}`,
        recipient !== null && `to ${quoted(recipient)}`,
        host !== null && `at ${host}`,
      ]
        .filter(Boolean)
        .join(" "),
    ),
  ];
  return [
    "This backup comes from another installation, so Malamar starts paused: nothing runs until you say so.",
    ...(list.length > 0 ? ["Switched off until then, and kept:"] : []),
    ...list.map((line) => `  - ${line}`),
    "If it is yours, for example after moving to a new machine, this is expected: start Malamar, check the list on the page, and press Switch on.",
    "To skip this step, restore it with --trust.",
  ];
}
