export const LOG_LEVELS = ["debug", "info", "warn", "error"] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

export const LOG_FORMATS = ["text", "json"] as const;
type LogFormat = (typeof LOG_FORMATS)[number];

type Context = Record<string, unknown>;
type LogFunction = (message: string, context?: Context) => void;
export type Logger = Record<LogLevel, LogFunction>;

export interface LoggerOptions {
  level: LogLevel;
  format: LogFormat;
  /** Receives one finished line without its line break. */
  write?: (line: string) => void;
}

export function createLogger({ level, format, write = writeToStdout }: LoggerOptions): Logger {
  const lowest = LOG_LEVELS.indexOf(level);
  const logAt = (at: LogLevel): LogFunction => {
    if (LOG_LEVELS.indexOf(at) < lowest) return () => {};
    return (message, context = {}) => write(oneLine(formatLine(format, at, message, context)));
  };
  return { debug: logAt("debug"), info: logAt("info"), warn: logAt("warn"), error: logAt("error") };
}

function formatLine(format: LogFormat, level: LogLevel, message: string, context: Context): string {
  const timestamp = new Date().toISOString();
  if (format === "json") return stringify({ timestamp, level, message, context });
  const tail = Object.keys(context).length === 0 ? "" : ` ${stringify(context)}`;
  return `[${timestamp}] [${level.toUpperCase()}] ${message}${tail}`;
}

/**
 * No text looks like two lines, or sends commands to a terminal. JSON leaves some of these signs as
 * they are.
 */
function oneLine(line: string): string {
  return line.replaceAll(/\p{Cc}/gu, (sign) => {
    const escaped = JSON.stringify(sign).slice(1, -1);
    return escaped === sign ? `\\u00${sign.charCodeAt(0).toString(16)}` : escaped;
  });
}

function stringify(value: unknown): string {
  return JSON.stringify(value, (_key, entry: unknown) =>
    entry instanceof Error
      ? { name: entry.name, message: entry.message, stack: entry.stack }
      : entry,
  );
}

export function writeToStdout(line: string): void {
  process.stdout.write(`${line}\n`);
}
