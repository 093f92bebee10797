import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { installService, uninstallService } from "#commands/service.ts";
import { loadConfig } from "#config/config.ts";
import { messageOf } from "#lib/app-error.ts";
import { MAIN, malamar } from "#testing/run-malamar.ts";
import { runningMalamar } from "#testing/running-malamar.ts";
import { tempDir } from "#testing/temp-dir.ts";

const unitIn = (home: string) => join(home, ".config/systemd/user/malamar.service");

test("install prints the unit, writes it, and says what to run", async () => {
  using home = tempDir();
  const dataDir = join(home.path, "my data");
  const flags = ["--data-dir", dataDir, "--trust-proxy", "--allowed-hosts", "a.ts.net,b.ts.net"];
  const env = { HOME: home.path, PATH: "/opt/my clis:/usr/bin:/bin", MALAMAR_PORT: "4000" };
  const { stdout, code } = await malamar(["service", "install", "--yes", ...flags], env);
  expect(code).toBe(0);
  const unit = readFileSync(unitIn(home.path), "utf8");
  expect(stdout).toStartWith(`${unitIn(home.path)}:\n\n${unit}`);
  expect(stdout).toContain("\n  systemctl --user daemon-reload\n");
  expect(stdout).toContain("\n  systemctl --user enable --now malamar.service\n");
  expect(stdout).not.toContain("already running");
  expect(unit).toContain(
    `ExecStart=:"${process.execPath}" "--no-env-file" "--config=/dev/null" "${MAIN}" "--port=4000" "--data-dir=${dataDir}" "--allowed-hosts=a.ts.net,b.ts.net" "--trust-proxy=true"\n`,
  );
  expect(unit).toContain('Environment="PATH=/opt/my clis:/usr/bin:/bin"\n');
  expect(existsSync(dataDir)).toBe(false);
});

test("the unit's flags start a server as intended", async () => {
  using dir = tempDir();
  const env = { HOME: dir.path, MALAMAR_MAX_CONCURRENT_RUNS: "2", MALAMAR_TRUST_PROXY: "yes" };
  await malamar(["service", "install", "--yes"], env);
  const [, command = ""] = /^ExecStart=:(.*)$/m.exec(readFileSync(unitIn(dir.path), "utf8")) ?? [];
  const words = [...command.matchAll(/"([^"]*)"/g)].map(([, word]) => word!);
  const flags = words.slice(words.indexOf(MAIN) + 1);
  const { stdout, code } = await malamar(["config", ...flags], { HOME: dir.path });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^max-concurrent-runs +2 /m);
  expect(stdout).toMatch(/^trust-proxy +true /m);
  expect(stdout).toContain(join(dir.path, ".malamar"));
});

test("install names a server that is already running", async () => {
  using dir = tempDir();
  await using server = await runningMalamar({ dir: dir.path });
  const flags = ["--data-dir", join(dir.path, "data")];
  const { stdout } = await malamar(["service", "install", "--yes", ...flags], { HOME: dir.path });
  expect(stdout).toContain(`already running on this data directory (pid ${server.pid} at `);
});

test("without a terminal there is nobody to ask: the unit is printed and written, or removed", async () => {
  using home = tempDir();
  const env = { HOME: home.path };
  const installed = await malamar(["service", "install"], env);
  expect(installed.code).toBe(0);
  const unit = readFileSync(unitIn(home.path), "utf8");
  expect(installed.stdout).toStartWith(`${unitIn(home.path)}:\n\n${unit}`);
  const removed = await malamar(["service", "uninstall"], env);
  expect(removed.code).toBe(0);
  expect(existsSync(unitIn(home.path))).toBe(false);
});

/** A person at a terminal who gives this answer. */
function person(config: string, answer: boolean) {
  const printed: string[] = [];
  const questions: string[] = [];
  return {
    printed,
    questions,
    options: {
      environment: { XDG_CONFIG_HOME: config },
      print: (text: string) => printed.push(text),
      confirm: (question: string) => {
        questions.push(question);
        return answer;
      },
      isConfirmed: false,
    },
  };
}

test("answering no changes nothing, and everything is shown before answering yes", async () => {
  using config = tempDir();
  const loaded = loadConfig(new Map([["data-dir", join(config.path, "data")]]), {});
  const unit = join(config.path, "systemd/user/malamar.service");
  const [no, yes] = [person(config.path, false), person(config.path, true)];
  await installService(loaded, no.options);
  expect(no.printed.at(-1)).toBe("Nothing was written.");
  expect(existsSync(unit)).toBe(false);
  await installService(loaded, yes.options);
  expect(yes.questions).toEqual(["Write this file?"]);
  expect(yes.printed[0]).toContain(readFileSync(unit, "utf8"));

  uninstallService(no.options);
  expect(no.printed.at(-1)).toBe("Nothing was removed.");
  expect(existsSync(unit)).toBe(true);
  uninstallService(yes.options);
  expect(existsSync(unit)).toBe(false);
  uninstallService(yes.options);
  expect(yes.printed.at(-1)).toBe(`There is no service: ${unit} does not exist.`);
});

test("someone else's unit is left as it is", async () => {
  using home = tempDir();
  mkdirSync(dirname(unitIn(home.path)), { recursive: true });
  writeFileSync(unitIn(home.path), "[Service]\nExecStart=/bin/true\n");
  for (const step of ["install", "uninstall"]) {
    const { stderr, code } = await malamar(["service", step, "--yes"], { HOME: home.path });
    expect(stderr).toContain("was not written by Malamar");
    expect(code).toBe(1);
  }
  expect(readFileSync(unitIn(home.path), "utf8")).toBe("[Service]\nExecStart=/bin/true\n");
});

test("an enabled service is not removed under systemd's feet", async () => {
  using home = tempDir();
  const env = { HOME: home.path };
  await malamar(["service", "install", "--yes"], env);
  const wants = join(dirname(unitIn(home.path)), "default.target.wants");
  mkdirSync(wants);
  symlinkSync(unitIn(home.path), join(wants, "malamar.service"));
  const { stderr, code } = await malamar(["service", "uninstall", "--yes"], env);
  expect(stderr).toContain("systemctl --user disable --now malamar.service");
  expect(code).toBe(1);
  expect(existsSync(unitIn(home.path))).toBe(true);
});

test("a token is never written into a unit", async () => {
  using home = tempDir();
  const env = { HOME: home.path, MALAMAR_TOKEN: "nobody-may-see-this" };
  const { stdout, stderr, code } = await malamar(["service", "install", "--yes"], env);
  expect(stderr).toContain("--token-file");
  expect(stdout + stderr).not.toContain("nobody-may-see-this");
  expect(code).toBe(1);
  expect(existsSync(unitIn(home.path))).toBe(false);
});

test("on a system without systemd it says so", async () => {
  using config = tempDir();
  const { options } = person(config.path, true);
  const onMac = { ...options, platform: "darwin" as const };
  const sentence = "Malamar can only write systemd services, which exist on Linux.";
  const outcome = await installService(loadConfig(new Map(), {}), onMac).catch(messageOf);
  expect(outcome).toStartWith(sentence);
  expect(() => uninstallService(onMac)).toThrow(sentence);
});
