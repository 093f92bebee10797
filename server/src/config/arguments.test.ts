import { expect, test } from "bun:test";
import { parseArguments } from "./arguments.ts";

const flagsOf = (line: string) => Object.fromEntries(parseArguments(line.split(" ")).flags);

test("no arguments mean serve", () => {
  expect(parseArguments([])).toEqual({
    command: "serve",
    flags: new Map(),
    operands: [],
    problems: [],
  });
});

test("a flag takes its value from the next word or after an equals sign", () => {
  expect(flagsOf("--port 4000 --host=::1 --data-dir=/a=b")).toEqual({
    port: "4000",
    host: "::1",
    "data-dir": "/a=b",
  });
});

test("a flag does not take another flag for its value", () => {
  const { flags, problems } = parseArguments(["--host", "--data-dir", "x"]);
  expect(Object.fromEntries(flags)).toEqual({ "data-dir": "x" });
  expect(problems).toEqual(["--host needs a value."]);
});

test("a switch stands alone and takes no value", () => {
  const { command, flags, problems } = parseArguments(["--trust-proxy", "doctor"]);
  expect({ command, flags: Object.fromEntries(flags), problems }).toEqual({
    command: "doctor",
    flags: { "trust-proxy": "true" },
    problems: [],
  });
});

test("the commands that can open the page accept the flag for it", () => {
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

test.each<[line: string, command: string, operands: string[]]>([
  ["backup", "backup", []],
  ["backup a.tar.gz", "backup", ["a.tar.gz"]],
  ["--port 1 restore a.tar.gz --data-dir x", "restore", ["a.tar.gz"]],
  ["export doctor out.json", "export", ["doctor", "out.json"]],
  ["export -- --odd title", "export", ["--odd", "title"]],
  ["export -bc_ef-hijklmnopqrstu out.json", "export", ["-bc_ef-hijklmnopqrstu", "out.json"]],
  ["import a.json", "import", ["a.json"]],
  ["export Website --help", "help", ["Website"]],
  ["service install --yes", "service", ["install"]],
  ["status --data-dir x", "status", []],
  ["bench", "bench", []],
  ["bench row chat --rounds 3 doctor --list", "bench", ["row", "chat", "doctor"]],
])("%s is the command %s with the words %j", (line, command, operands) => {
  expect(parseArguments(line.split(" "))).toMatchObject({
    command: command as never,
    operands,
    problems: [],
  });
});

test("help knows which command it is about", () => {
  const asked = parseArguments(["bench", "--rounds", "3", "--help"]);
  expect(asked).toMatchObject({ command: "help", topic: "bench", problems: [] });
  expect(parseArguments(["--help"]).topic).toBeUndefined();
});

test.each([
  [["restore"], '"malamar restore" needs a file: malamar restore file'],
  [["export"], '"malamar export" needs a workspace: malamar export workspace [file]'],
  [["import"], '"malamar import" needs a file: malamar import file'],
  [["service"], '"malamar service" needs install or uninstall: malamar service install|uninstall'],
  [
    ["service", "start"],
    '"malamar service" needs install or uninstall: malamar service install|uninstall',
  ],
  [["stop", "--yes"], '--yes belongs to "malamar service".'],
  [["backup", "a", "b"], 'Unexpected argument "b": malamar backup [file]'],
  [["--", "a"], 'Unexpected argument "a": malamar serve'],
  [["--prot", "1"], 'Unknown flag "--prot". Did you mean "--port"?'],
  [["--xyzzy"], 'Unknown flag "--xyzzy".'],
  [["doctr"], 'Unknown command "doctr". Did you mean "doctor"?'],
  [["constructor"], 'Unknown command "constructor".'],
  [["__proto__"], 'Unknown command "__proto__".'],
  [["--port"], "--port needs a value."],
  [["doctor", "config"], 'Only one command at a time: "doctor" or "config".'],
  [["bench", "--rounds"], "--rounds needs a value."],
  [["--rounds", "3"], '--rounds belongs to "malamar bench".'],
  [["demo", "--list"], '--list belongs to "malamar bench".'],
  [["doctor", "--open"], '--open belongs to "malamar serve".'],
])("%j is refused: %s", (argv, problem) => {
  expect(parseArguments(argv).problems).toContain(problem);
});
