import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A person's own git: with a name, and without what this machine's settings say. */
export function gitEnvironment(home: string): Record<string, string> {
  mkdirSync(home, { recursive: true });
  const path = process.env["PATH"] ?? "/usr/bin:/bin";
  return { PATH: path, HOME: home, GIT_CONFIG_NOSYSTEM: "1" };
}

const SETTINGS = `[user]
	name = Ada
	email = ada@example.org
[init]
	defaultBranch = main
[protocol "file"]
	allow = always
`;

export interface TestRepository {
  path: string;
  /** Runs git in it and returns what it prints. */
  git: (...args: string[]) => string;
  write: (files: Readonly<Record<string, string>>) => void;
  /** Writes files and commits everything. */
  commit: (files: Readonly<Record<string, string>>, message?: string) => string;
}

/** A real repository with a first commit. */
export function makeRepository(
  path: string,
  environment: Readonly<Record<string, string>>,
  files: Readonly<Record<string, string>> = { "README.md": "# Website\n" },
): TestRepository {
  mkdirSync(path, { recursive: true });
  writeFileSync(join(environment["HOME"]!, ".gitconfig"), SETTINGS);
  const git = (...args: string[]) => gitAt(path, environment, ...args);
  const write = (contents: Readonly<Record<string, string>>) => {
    for (const [name, content] of Object.entries(contents)) {
      mkdirSync(dirname(join(path, name)), { recursive: true });
      writeFileSync(join(path, name), content);
    }
  };
  const commit = (contents: Readonly<Record<string, string>>, message = "Something") => {
    write(contents);
    git("add", "--all");
    git("commit", "--quiet", "--message", message);
    return git("rev-parse", "HEAD");
  };
  git("init", "--quiet");
  if (Object.keys(files).length > 0) commit(files, "First");
  return { path, git, write, commit };
}

export function gitAt(
  path: string,
  environment: Readonly<Record<string, string>>,
  ...args: string[]
): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync(["git", ...args], {
    cwd: path,
    env: environment,
  });
  if (exitCode !== 0) throw new Error(`git ${args.join(" ")}: ${stderr.toString()}`);
  return stdout.toString().trimEnd();
}
