import { expect, test } from "bun:test";
import { homedir } from "node:os";
import { join } from "node:path";
import { isLoopback, loadConfig, withoutOwnVariables } from "./config.ts";

const load = (flags: Record<string, string>, env: Record<string, string> = {}) =>
  loadConfig(new Map(Object.entries(flags)), env);

test("without flags and variables every option has its default", () => {
  const { config, problems } = load({});
  expect(problems).toEqual([]);
  expect(config).toEqual({
    host: "127.0.0.1",
    port: 3456,
    "data-dir": join(homedir(), ".malamar"),
    "temp-dir": expect.stringMatching(/\/malamar-\d+$/),
    "worktree-dir": null,
    "log-level": "info",
    "log-format": "text",
    "runner-poll-interval": 1000,
    "max-concurrent-runs": 0,
    "max-upload-mb": 0,
    "max-transcript-mb": 256,
    "allowed-hosts": [],
    token: null,
    "token-file": null,
    "trust-proxy": false,
    "public-url": null,
  });
});

test("a flag overrides the default, and the environment overrides the flag", () => {
  const { config, sources } = load({ port: "8080", host: "::1" }, { MALAMAR_PORT: "9000" });
  expect(config.port).toBe(9000);
  expect(config.host).toBe("::1");
  expect(sources).toMatchObject({ port: "MALAMAR_PORT", host: "--host", token: "default" });
});

test("an empty variable counts as not set", () => {
  expect(load({ port: "8080" }, { MALAMAR_PORT: "" }).config.port).toBe(8080);
});

test("values are parsed into their types", () => {
  const { config, problems } = load(
    { "data-dir": "~/m", "allowed-hosts": " Box.ts.net , [::1]:80,", "trust-proxy": "true" },
    { MALAMAR_PUBLIC_URL: "https://box.ts.net/", MALAMAR_MAX_CONCURRENT_RUNS: "4" },
  );
  expect(problems).toEqual([]);
  expect(config).toMatchObject({
    "data-dir": join(homedir(), "m"),
    "allowed-hosts": ["box.ts.net", "[::1]:80"],
    "trust-proxy": true,
    "public-url": "https://box.ts.net",
    "max-concurrent-runs": 4,
  });
});

test.each([
  ["0", "0.0.0.0"],
  ["0x0", "0.0.0.0"],
  ["0.0.0.0", "0.0.0.0"],
  ["::ffff:0.0.0.0", "0.0.0.0"],
  ["::", "::"],
  ["::0", "::"],
  ["0:0:0:0:0:0:0:0", "::"],
  ["0000::0000", "::"],
])("%s listens on every address, so it is not loopback: it is %s", (host, address) => {
  const { config } = load({ host });
  expect(config.host).toBe(address);
  expect(isLoopback(config.host)).toBe(false);
});

test.each([
  ["127.1", "127.0.0.1"],
  ["0:0:0:0:0:0:0:1", "::1"],
  ["LocalHost", "localhost"],
  ["my_box.lan", "my_box.lan"],
  ["FE80::1", "fe80::1"],
])("the host %s is read as %s", (host, address) => {
  expect(load({ host }).config.host).toBe(address);
});

test.each([
  ["port", "70000", "must be a whole number from 0 to 65535"],
  ["port", "80a", "must be a whole number from 0 to 65535"],
  ["port", "-1", "must be a whole number from 0 to 65535"],
  ["host", "http://x", "must be a host name or an IP address"],
  ["host", "[::]", "must be a host name or an IP address"],
  ["host", "1.2.3.256", "must be a host name or an IP address"],
  ["host", "box:80", "must be a host name or an IP address"],
  ["log-level", "loud", "must be one of debug, info, warn, error"],
  ["log-format", "xml", "must be one of text, json"],
  ["runner-poll-interval", "0", "must be a whole number from 10 to 3600000"],
  ["trust-proxy", "maybe", "must be true or false"],
  ["public-url", "ftp://x", "must be an http or https address, without a password in it"],
  [
    "allowed-hosts",
    "https://box",
    "must be host names without scheme or path, such as box.example.ts.net",
  ],
])("an invalid value is refused with its name: %s=%s", (name, value, allowed) => {
  const variable = `MALAMAR_${name.toUpperCase().replaceAll("-", "_")}`;
  expect(load({ [name]: value }).problems).toEqual([`--${name}: ${allowed} (got "${value}")`]);
  expect(load({}, { [variable]: value }).problems).toEqual([
    `${variable}: ${allowed} (got "${value}")`,
  ]);
});

test("an empty flag names no directory, and least of all the current one", () => {
  expect(load({ "data-dir": "" }).problems).toEqual(['--data-dir: must name a directory (got "")']);
});

test.each([
  ["with space in the middle", "must be visible ASCII without spaces"],
  ["only-15-letters", "must have at least 16 characters"],
])("the token %p is refused, and not repeated", (token, problem) => {
  expect(load({ token }).problems).toEqual([`--token: ${problem}`]);
  expect(load({}, { MALAMAR_TOKEN: token }).problems).toEqual([`MALAMAR_TOKEN: ${problem}`]);
});

test("a token on the command line gets a warning: everyone can read it there", () => {
  const token = "sixteen-letters-";
  expect(load({ token }).warnings.join()).toContain("--token-file");
  expect(load({ token }).warnings.join()).not.toContain(token);
  expect(load({}, { MALAMAR_TOKEN: token }).warnings).toEqual([]);
  expect(load({ "token-file": "~/token" }).warnings).toEqual([]);
});

test("a token and a token file contradict each other", () => {
  const { problems } = load({ "token-file": "/x" }, { MALAMAR_TOKEN: "sixteen-letters-" });
  expect(problems).toEqual([
    "MALAMAR_TOKEN and --token-file both set a token: leave one of them out",
  ]);
});

test("a CLI inherits everything except Malamar's own variables", () => {
  const env = { PATH: "/bin", MALAMAR_TOKEN: "secret", HOME: "/root", GONE: undefined };
  expect(withoutOwnVariables(env)).toEqual({ PATH: "/bin", HOME: "/root" });
});

test.each([
  ["127.0.0.1", true],
  ["127.8.9.1", true],
  ["::1", true],
  ["localhost", true],
  ["0.0.0.0", false],
  ["::", false],
  ["192.168.1.2", false],
  ["127.evil.com", false],
])("isLoopback(%s) is %p", (host, expected) => {
  expect(isLoopback(host)).toBe(expected);
});
