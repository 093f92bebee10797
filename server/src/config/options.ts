import { tmpdir, homedir, userInfo } from "node:os";
import { join, resolve } from "node:path";
import { z } from "zod";
import { isWebAddress } from "@malamar/contract/text.ts";
import { expandHome } from "#lib/expand-home.ts";
import { LOG_FORMATS, LOG_LEVELS } from "#lib/logger.ts";
import { tokenProblem } from "#lib/token-problem.ts";

/**
 * Every setting of the process: its purpose, its default, and its valid values. The name gives the
 * flag (--data-dir) and the variable (MALAMAR_DATA_DIR).
 */
export const OPTIONS = {
  host: {
    about: "address to listen on",
    value: () => hostAddress(),
    default: () => "127.0.0.1",
  },
  port: {
    about: "port to listen on (0 picks a free one)",
    value: () => wholeNumber(0, 65535),
    default: () => 3456,
  },
  "data-dir": {
    about: "folder for the database, and for the log in logs/ (50 MB at most)",
    value: () => directory(),
    default: () => join(homedir(), ".malamar"),
  },
  "temp-dir": {
    about: "folder for the files given to a CLI",
    value: () => directory(),
    default: () => join(tmpdir(), `malamar-${userInfo().uid}`),
  },
  "worktree-dir": {
    about: "folder for the worktrees of tasks (worktrees in the data directory)",
    value: () => directory(),
    default: () => null,
  },
  "log-level": {
    about: LOG_LEVELS.join(", "),
    value: () => z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(", ")}`),
    default: () => "info" as const,
  },
  "log-format": {
    about: LOG_FORMATS.join(" or "),
    value: () => z.enum(LOG_FORMATS, `must be one of ${LOG_FORMATS.join(", ")}`),
    default: () => "text" as const,
  },
  "runner-poll-interval": {
    about: "milliseconds between checks of the queue",
    // Below 10 ms the poll would only burn a core; above an hour it is not a safety net.
    value: () => wholeNumber(10, 3_600_000),
    default: () => 1000,
  },
  "max-concurrent-runs": {
    about: "how many agents may run at once (0 = no limit)",
    value: () => wholeNumber(0, 10_000),
    default: () => 0,
  },
  "max-upload-mb": {
    about: "largest attachment in MB (0 = no limit)",
    value: () => wholeNumber(0, 1_000_000),
    default: () => 0,
  },
  "max-transcript-mb": {
    about: "largest transcript and largest stored input of a run, in MB (0 = no limit)",
    value: () => wholeNumber(0, 1_000_000),
    default: () => 256,
  },
  "allowed-hosts": {
    about: "additional host names for the page, separated by commas",
    value: () => hostList(),
    default: (): string[] => [],
  },
  token: {
    about: "require this token from every client; safer in a file that others cannot read",
    value: () => token(),
    default: () => null,
  },
  "token-file": {
    about: "require the token in this file from every client",
    value: () => path("must name a file"),
    default: () => null,
  },
  "trust-proxy": {
    about: "trust the X-Forwarded headers of a reverse proxy",
    value: () => yesOrNo(),
    default: () => false,
  },
  "public-url": {
    about: "public address of the page, for links in notifications",
    value: () => webAddress(),
    default: () => null,
  },
} as const;

export type OptionName = keyof typeof OPTIONS;

// Object.keys forgets the literal names of the table above.
export const OPTION_NAMES = Object.keys(OPTIONS) as OptionName[];

/** Flags that stand alone; every other one takes a value. */
export const SWITCHES: ReadonlySet<string> = new Set(["trust-proxy"] satisfies OptionName[]);

export function variableOf(name: OptionName): string {
  return `MALAMAR_${name.toUpperCase().replaceAll("-", "_")}`;
}

function token() {
  return z.string().superRefine((text, context) => {
    const message = tokenProblem(text);
    if (message !== null) context.addIssue({ code: "custom", message });
  });
}

function wholeNumber(min: number, max: number) {
  const allowed = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d+$/, allowed)
    .transform(Number)
    .refine((number) => number >= min && number <= max, allowed);
}

function directory() {
  return path("must name a directory");
}

function path(allowed: string) {
  return z
    .string()
    .min(1, allowed)
    .refine((path) => !path.includes("\0"), "must not contain a NUL character")
    .transform((path) => resolve(expandHome(path)));
}

function yesOrNo() {
  return z
    .enum(["true", "false", "1", "0", "yes", "no"], "must be true or false")
    .transform((word) => ["true", "1", "yes"].includes(word));
}

/** In one spelling: it is later compared as text with loopback and with all addresses. */
function hostAddress() {
  const urlOf = (host: string) => `http://${host.includes(":") ? `[${host}]` : host}`;
  return z
    .string()
    .refine(
      (host) => /^[A-Za-z0-9.:_-]+$/.test(host) && URL.canParse(urlOf(host)),
      "must be a host name or an IP address",
    )
    .transform((host) => new URL(urlOf(host)).hostname.replaceAll(/[[\]]/g, ""))
    .transform((address) => (address === "::ffff:0:0" ? "0.0.0.0" : address));
}

function hostList() {
  return z
    .string()
    .transform((list) => list.split(",").map((entry) => entry.trim().toLowerCase()))
    .transform((hosts) => hosts.filter((host) => host !== ""))
    .refine(
      (hosts) => hosts.every((host) => /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/.test(host)),
      "must be host names without scheme or path, such as box.example.ts.net",
    );
}

function webAddress() {
  return z
    .string()
    .refine(isWebAddress, "must be an http or https address, without a password in it")
    .transform((url): string => url.replace(/\/+$/, ""));
}
