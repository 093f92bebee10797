import { OPTION_NAMES, SWITCHES } from "./options.ts";

const COMMANDS = ["serve", "version", "help", "doctor", "config"] as const;
type CommandName = (typeof COMMANDS)[number];

/** Flags of single commands; none of them takes a value. */
const COMMAND_FLAGS: Partial<Record<CommandName, readonly string[]>> = { serve: ["open"] };

const SHORT_FORMS: ReadonlyMap<string, CommandName> = new Map([
  ["-h", "help"],
  ["--help", "help"],
  ["-v", "version"],
  ["--version", "version"],
]);

export interface Arguments {
  command: CommandName;
  /** Option name → text; a switch holds "true". */
  flags: Map<string, string>;
  problems: string[];
}

/** Reads `malamar [command] [--flag value | --flag=value | --switch] …`. */
export function parseArguments(argv: readonly string[]): Arguments {
  const flags = new Map<string, string>();
  const problems: string[] = [];
  let command: CommandName | undefined;

  for (let at = 0; at < argv.length; at++) {
    const word = argv[at]!;
    const short = SHORT_FORMS.get(word);
    if (short) {
      command = short;
      continue;
    }
    if (!word.startsWith("-")) {
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
    if (!OPTION_NAMES.some((name) => name === flag)) {
      problems.push(`Unknown flag "${word}".${suggestion(flag, knownFlags(), "--")}`);
      continue;
    }
    const value = inline ?? argv[++at];
    if (value === undefined) problems.push(`--${flag} needs a value.`);
    else flags.set(flag, value);
  }

  return {
    command: command ?? "serve",
    flags,
    problems: [...problems, ...misplaced(command, flags)],
  };
}

function splitFlag(word: string): [flag: string, inline: string | undefined] {
  const name = word.replace(/^--?/, "");
  const equals = name.indexOf("=");
  return equals === -1 ? [name, undefined] : [name.slice(0, equals), name.slice(equals + 1)];
}

function isSwitch(flag: string): boolean {
  return SWITCHES.has(flag) || Object.values(COMMAND_FLAGS).some((list) => list.includes(flag));
}

function misplaced(command: CommandName | undefined, flags: Map<string, string>): string[] {
  const others = Object.entries(COMMAND_FLAGS).filter(([name]) => name !== (command ?? "serve"));
  return others.flatMap(([name, list]) =>
    list.filter((flag) => flags.has(flag)).map((flag) => `--${flag} belongs to "malamar ${name}".`),
  );
}

function knownFlags(): string[] {
  return [...OPTION_NAMES, ...Object.values(COMMAND_FLAGS).flat()];
}

function suggestion(word: string, known: readonly string[], prefix = ""): string {
  const near = known.find((name) => distance(word, name) <= 2);
  return near ? ` Did you mean "${prefix}${near}"?` : "";
}

/** Edits between two words (Levenshtein); the words are short, so the plain table will do. */
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
