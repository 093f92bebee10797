import { OPTION_NAMES, SWITCHES } from "./options.ts";

const COMMANDS = [
  "serve",
  "demo",
  "version",
  "help",
  "status",
  "stop",
  "service",
  "doctor",
  "config",
  "backup",
  "restore",
  "export",
  "import",
  "bench",
] as const;
type CommandName = (typeof COMMANDS)[number];

/** Flags of certain commands only. */
const COMMAND_FLAGS: ReadonlyMap<string, readonly CommandName[]> = new Map([
  ["open", ["serve", "demo"]],
  ["deep", ["doctor"]],
  ["trust", ["restore"]],
  ["yes", ["service"]],
  ["real", ["demo"]],
  ["list", ["bench"]],
  ["all", ["bench"]],
  ["rounds", ["bench"]],
  ["json", ["bench"]],
  ["compare", ["bench"]],
]);

/** Those that take a value. */
const VALUE_FLAGS: ReadonlySet<string> = new Set(["rounds", "json", "compare"]);

const SERVICE_STEPS = ["install", "uninstall"] as const;

interface Operands {
  needed: string[];
  optional: string[];
  isOpen?: boolean;
  /** The possible first words. */
  choices?: readonly string[];
}

/** Words after a command: required ones, then optional ones, then any number. */
const OPERANDS: Partial<Record<CommandName, Operands>> = {
  service: { needed: [SERVICE_STEPS.join("|")], optional: [], choices: SERVICE_STEPS },
  backup: { needed: [], optional: ["file"] },
  restore: { needed: ["file"], optional: [] },
  export: { needed: ["workspace"], optional: ["file"] },
  import: { needed: ["file"], optional: [] },
  bench: { needed: [], optional: [], isOpen: true },
};

const SHORT_FORMS: ReadonlyMap<string, CommandName> = new Map([
  ["-h", "help"],
  ["--help", "help"],
  ["-v", "version"],
  ["--version", "version"],
]);

/**
 * One id in 64 begins with a dash, and nothing with a single dash and this many characters is a
 * flag.
 */
const DASHED_ID = /^-\w[\w-]{19}$/;

export interface Arguments {
  command: CommandName;
  /** The command that the user wants help with. */
  topic?: CommandName;
  /** Option name → text; a switch holds "true". */
  flags: Map<string, string>;
  /** The words after the command, such as a file. */
  operands: string[];
  problems: string[];
}

/** Reads `malamar [command] [word …] [--flag value | --flag=value | --switch] …`. */
export function parseArguments(argv: readonly string[]): Arguments {
  const flags = new Map<string, string>();
  const problems: string[] = [];
  const operands: string[] = [];
  let command: CommandName | undefined;
  let topic: CommandName | undefined;

  for (let at = 0; at < argv.length; at++) {
    const word = argv[at]!;
    const short = SHORT_FORMS.get(word);
    if (short) {
      if (short === "help") topic = command;
      command = short;
      continue;
    }
    // After two dashes nothing is a flag, not even a title that looks like one.
    if (word === "--") {
      operands.push(...argv.slice(at + 1));
      break;
    }
    if (!word.startsWith("-") || (command === "export" && DASHED_ID.test(word))) {
      if (command && OPERANDS[command]) {
        operands.push(word);
        continue;
      }
      const named = COMMANDS.find((name) => name === word);
      if (!named) problems.push(`Unknown command "${word}".${suggestion(word, COMMANDS)}`);
      else if (command) problems.push(`Only one command at a time: "${command}" or "${named}".`);
      command ??= named;
      continue;
    }

    const [flag, inline] = splitFlag(word);
    if (isSwitch(flag)) {
      flags.set(flag, inline ?? "true");
      continue;
    }
    if (!VALUE_FLAGS.has(flag) && !OPTION_NAMES.some((name) => name === flag)) {
      problems.push(`Unknown flag "${word}".${suggestion(flag, knownFlags(), "--")}`);
      continue;
    }
    const next = argv[at + 1];
    // What looks like a flag is one: no value begins with two dashes.
    const value = inline ?? (next?.startsWith("--") ? undefined : next);
    if (value === undefined) {
      problems.push(`--${flag} needs a value.`);
      continue;
    }
    flags.set(flag, value);
    if (inline === undefined) at++;
  }

  const chosen = command ?? "serve";
  return {
    command: chosen,
    ...(topic && { topic }),
    flags,
    operands,
    problems: [...problems, ...misplaced(topic ?? chosen, flags), ...miscounted(chosen, operands)],
  };
}

function miscounted(command: CommandName, operands: readonly string[]): string[] {
  // A command line that asks for help may be incomplete.
  if (command === "help" || command === "version") return [];
  const { needed, optional, isOpen = false, choices } = OPERANDS[command] ?? NO_OPERANDS;
  const usage = ["malamar", command, ...needed, ...optional.map((name) => `[${name}]`)].join(" ");
  if (choices && !choices.includes(operands[0] ?? "")) {
    return [`"malamar ${command}" needs ${choices.join(" or ")}: ${usage}`];
  }
  const missing = needed.slice(operands.length);
  const surplus = isOpen ? [] : operands.slice(needed.length + optional.length);
  if (missing.length > 0) return [`"malamar ${command}" needs a ${missing[0]}: ${usage}`];
  return surplus.map((word) => `Unexpected argument "${word}": ${usage}`);
}

const NO_OPERANDS: Operands = { needed: [], optional: [] };

function splitFlag(word: string): [flag: string, inline: string | undefined] {
  const name = word.replace(/^--?/, "");
  const equals = name.indexOf("=");
  return equals === -1 ? [name, undefined] : [name.slice(0, equals), name.slice(equals + 1)];
}

function isSwitch(flag: string): boolean {
  return SWITCHES.has(flag) || (COMMAND_FLAGS.has(flag) && !VALUE_FLAGS.has(flag));
}

function misplaced(command: CommandName, flags: ReadonlyMap<string, string>): string[] {
  const wrong = [...COMMAND_FLAGS].filter(
    ([flag, commands]) => flags.has(flag) && !commands.includes(command),
  );
  return wrong.map(([flag, commands]) => `--${flag} belongs to "malamar ${commands[0]}".`);
}

function knownFlags(): string[] {
  return [...OPTION_NAMES, ...COMMAND_FLAGS.keys()];
}

function suggestion(word: string, known: readonly string[], prefix = ""): string {
  const near = known.find((name) => distance(word, name) <= 2);
  return near ? ` Did you mean "${prefix}${near}"?` : "";
}

/** Edits between two words (Levenshtein); the words are short, so the plain table is fine. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next[j] = Math.min(change, row[j]! + 1, next[j - 1]! + 1);
    }
    row = next;
  }
  return row[b.length]!;
}
