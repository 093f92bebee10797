import { expect, test } from "bun:test";
import { createLogger, type LoggerOptions } from "./logger.ts";

function capture(options: Omit<LoggerOptions, "write">) {
  const lines: string[] = [];
  return { lines, logger: createLogger({ ...options, write: (line) => lines.push(line) }) };
}

test("a text line has time, level, message and context", () => {
  const { lines, logger } = capture({ level: "info", format: "text" });
  logger.info("Server started", { port: 3456 });
  logger.warn("Careful");
  expect(lines[0]).toMatch(
    /^\[\d{4}-\d\d-\d\dT[\d:.]+Z\] \[INFO\] Server started \{"port":3456\}$/,
  );
  expect(lines[1]).toEndWith("[WARN] Careful");
});

test("a JSON line has the fields of the format", () => {
  const { lines, logger } = capture({ level: "info", format: "json" });
  logger.error("Broken", { error: new Error("why") });
  expect(JSON.parse(lines[0]!)).toEqual({
    timestamp: expect.stringMatching(/Z$/),
    level: "error",
    message: "Broken",
    context: { error: { name: "Error", message: "why", stack: expect.any(String) } },
  });
});

test("each level includes the higher ones", () => {
  const { lines, logger } = capture({ level: "warn", format: "text" });
  for (const level of ["debug", "info", "warn", "error"] as const) logger[level](level);
  expect(lines.map((line) => line.split("] ").at(-1))).toEqual(["warn", "error"]);
});

test("a message cannot forge a second line", () => {
  const { lines, logger } = capture({ level: "info", format: "text" });
  logger.info("first\n[2026-01-01T00:00:00.000Z] [INFO] forged");
  logger.info("red \u001b[31m, back \r");
  expect(lines[0]).not.toContain("\n");
  expect(lines[1]).toEndWith("red \\u001b[31m, back \\r");
  const sneaky = "\u009b2J\u007f";
  logger.info(sneaky, { sneaky });
  expect(lines[2]).toEndWith('\\u009b2J\\u007f {"sneaky":"\\u009b2J\\u007f"}');
  const json = capture({ level: "info", format: "json" });
  json.logger.info(sneaky);
  expect(json.lines[0]).not.toMatch(/\p{Cc}/u);
  expect(JSON.parse(json.lines[0]!)).toMatchObject({ message: sneaky });
});
