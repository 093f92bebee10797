interface UnitOptions {
  /** The program and its arguments. */
  argv: readonly string[];
  /** Where CLIs are found; a service would not have the one of the shell. */
  path: string | undefined;
}

/** By this line Malamar knows its own unit again. */
export const UNIT_MARK = '# Written by "malamar service install".';

export function unitText({ argv, path }: UnitOptions): string {
  return [
    UNIT_MARK,
    "[Unit]",
    "Description=Malamar",
    // A start that cannot succeed, for example on a port in use, is not repeated forever.
    "StartLimitIntervalSec=300",
    "StartLimitBurst=5",
    "",
    "[Service]",
    // The colon keeps systemd from replacing variables in what follows.
    `ExecStart=:${argv.map(systemdQuoted).join(" ")}`,
    ...(path === undefined ? [] : [`Environment=${systemdQuoted(`PATH=${path}`)}`]),
    "Restart=on-failure",
    "RestartSec=5",
    "RestartPreventExitStatus=2",
    // Malamar ends its agents itself, cleanly.
    "KillMode=mixed",
    "TimeoutStopSec=30",
    "",
    "[Install]",
    "WantedBy=default.target",
    "",
  ].join("\n");
}

/** One word for systemd, whatever is in it. */
export function systemdQuoted(word: string): string {
  const escaped = word
    .replaceAll(/["\\]/g, (sign) => `\\${sign}`)
    .replaceAll("%", "%%")
    .replaceAll(/\p{Cc}/gu, asByte);
  return `"${escaped}"`;
}

/** Beyond ASCII a sign has several bytes, and systemd takes it as it is. */
function asByte(sign: string): string {
  const code = sign.charCodeAt(0);
  return code > 0x7f ? sign : `\\x${code.toString(16).padStart(2, "0")}`;
}
