interface UnitOptions {
  /** The program and its arguments. */
  argv: readonly string[];
  /** Where CLIs are found; a service does not have the shell's PATH. */
  path: string | undefined;
}

/** The line by which Malamar recognizes its own unit. */
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

/** One word for systemd, whatever it contains. */
export function systemdQuoted(word: string): string {
  const escaped = word
    .replaceAll(/["\\]/g, (sign) => `\\${sign}`)
    .replaceAll("%", "%%")
    .replaceAll(/\p{Cc}/gu, asByte);
  return `"${escaped}"`;
}

/** Non-ASCII characters have several bytes, and systemd accepts them unescaped. */
function asByte(sign: string): string {
  const code = sign.charCodeAt(0);
  return code > 0x7f ? sign : `\\x${code.toString(16).padStart(2, "0")}`;
}
