import { expect, test } from "bun:test";
import { parseArguments } from "./arguments.ts";

const flagsOf = (line: string) => Object.fromEntries(parseArguments(line.split(" ")).flags);

test("no arguments mean serve", () => {
  expect(parseArguments([])).toEqual({ command: "serve", flags: new Map(), problems: [] });
});

test("a flag takes its value from the next word or after an equals sign", () => {
  expect(flagsOf("--port 4000 --host=::1 --data-dir=/a=b")).toEqual({
    port: "4000",
    host: "::1",
    "data-dir": "/a=b",
  });
});

test("a switch stands alone and swallows nothing", () => {
  const { command, flags, problems } = parseArguments(["--trust-proxy", "doctor"]);
  expect({ command, flags: Object.fromEntries(flags), problems }).toEqual({
    command: "doctor",
    flags: { "trust-proxy": "true" },
    problems: [],
  });
});

test("the page can be opened by the commands that have one", () => {
  for (const command of [[], ["serve"], ["demo"]]) {
    expect(parseArguments([...command, "--open"]).problems).toEqual([]);
  }
});

test.each([
  ["-h", "help"],
  ["--help", "help"],
  ["-v", "version"],
  ["--version", "version"],
  ["config", "config"],
])("%s means the command %s", (word, command) => {
  expect(parseArguments([word]).command).toBe(command as never);
});

test.each([
  [["--prot", "1"], 'Unknown flag "--prot". Did you mean "--port"?'],
  [["--xyzzy"], 'Unknown flag "--xyzzy".'],
  [["doctr"], 'Unknown command "doctr". Did you mean "doctor"?'],
  [["constructor"], 'Unknown command "constructor".'],
  [["__proto__"], 'Unknown command "__proto__".'],
  [["--port"], "--port needs a value."],
  [["doctor", "config"], 'Only one command at a time: "doctor" or "config".'],
  [["doctor", "--open"], '--open belongs to "malamar serve".'],
])("%j is refused: %s", (argv, problem) => {
  expect(parseArguments(argv).problems).toContain(problem);
});
