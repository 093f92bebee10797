import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, sep } from "node:path";
import { UPLOAD_MARK } from "./uploads.ts";

/** What an attacker would like to change, in a home where only two folders are ours. */
const SENTINELS: Readonly<Record<string, string>> = {
  ".bashrc": "# mine\n",
  ".ssh/authorized_keys": "ssh-ed25519 mine\n",
  ".claude/settings.json": "{}\n",
  "project/README.md": "# Mine\n",
  token: "not the token\n",
};

export function plantSentinels(home: string): void {
  for (const [path, content] of Object.entries(SENTINELS)) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), content);
  }
}

/** Our folders in a home, with the names that belong in them. */
const OWN: Readonly<Record<string, RegExp>> = {
  data: /^(malamar\.(db(-wal|-shm)?|lock)|installation_id|installation\.key|token|runs|logs|demo|worktrees|checkpoints|checks|locks|server\.json|bun-.*|malamar\.db\..*)$/,
  work: /^malamar_(task|chat|input|output|chat_output|chat_input|knowledge)_/,
};

/** Every file that should not be there, or has changed. */
export function strayFiles(home: string): string[] {
  const files = readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(home, join(entry.parentPath, entry.name)));
  return [
    ...files
      .filter((file) => !isExpected(file))
      .map((file) => `${JSON.stringify(file)} was written.`),
    ...Object.entries(SENTINELS)
      .filter(([path, content]) => contentOf(join(home, path)) !== content)
      .map(([path]) => `${path} was changed.`),
    ...[tmpdir(), "/tmp", "/", dirname(home)]
      .map((folder) => join(folder, UPLOAD_MARK))
      .filter((path) => existsSync(path))
      .map((path) => `${path} was written.`),
  ];
}

function isExpected(file: string): boolean {
  if (file in SENTINELS) return true;
  const [folder = "", name = "", ...rest] = file.split(sep);
  if (!OWN[folder]?.test(name)) return false;
  // Whatever its name, an upload is in the folder of its chat.
  return !file.includes(UPLOAD_MARK) || (name.endsWith("_attachments") && rest.length === 1);
}

function contentOf(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
