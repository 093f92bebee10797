import { createHash } from "node:crypto";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { createGit } from "#git/git.ts";
import { tempDir } from "./temp-dir.ts";

export type Repository = ReturnType<typeof repository>;

/** A repository of a person, with real git; deleted at the end of the block. */
export function repository(...initArgs: string[]) {
  const dir = tempDir();
  const path = realpathSync(dir.path);
  const top = join(path, "project");
  const environment = personsEnvironment(path);
  mkdirSync(top);

  /** As the person, or an agent, runs it: with everything that the repository says. */
  function git(...args: string[]): string {
    return gitIn(top, ...args);
  }

  function gitIn(cwd: string, ...args: string[]): string {
    const { exitCode, stdout, stderr } = Bun.spawnSync(["git", ...args], { cwd, env: environment });
    if (exitCode !== 0) throw new Error(`git ${args.join(" ")}: ${stderr.toString()}`);
    return stdout.toString().trim();
  }

  function write(name: string | Buffer, content: string | Buffer = ""): void {
    const file = typeof name === "string" ? join(top, name) : inside(top, name);
    mkdirSync(parentOf(file), { recursive: true });
    writeFileSync(file, content);
  }

  git("init", "-q", "-b", "main", ...initArgs);

  return {
    /** Where more can be put; the home directory of the person. */
    path,
    /** The checkout. */
    top,
    environment,
    /** Malamar's door to it. */
    door: createGit({ environment }),
    git,
    gitIn,
    write,
    remove: (name: string) => rmSync(join(top, name), { recursive: true }),
    makeExecutable: (name: string) => chmodSync(join(top, name), 0o755),
    commitAll(message = "work"): string {
      git("add", "-A");
      git("commit", "-q", "--allow-empty", "-m", message);
      return git("rev-parse", "HEAD");
    },
    [Symbol.dispose]: () => dir[Symbol.dispose](),
  };
}

/** Nothing of the machine's own settings. */
function personsEnvironment(home: string): Record<string, string> {
  return {
    PATH: process.env["PATH"] ?? "",
    HOME: home,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_AUTHOR_NAME: "Ada",
    GIT_AUTHOR_EMAIL: "ada@localhost",
    GIT_COMMITTER_NAME: "Ada",
    GIT_COMMITTER_EMAIL: "ada@localhost",
    GIT_ALLOW_PROTOCOL: "file",
  };
}

function parentOf(file: string | Buffer): string | Buffer {
  return typeof file === "string" ? dirname(file) : file.subarray(0, file.lastIndexOf("/"));
}

function inside(directory: string | Buffer, name: Buffer): Buffer {
  return Buffer.concat([Buffer.from(directory), Buffer.from("/"), name]);
}

/**
 * Every file and link below a directory, with its mode and the id that git gives to its content.
 * The names are bytes, one character each.
 */
export function filesIn(top: string): Record<string, string> {
  const found: Record<string, string> = {};
  const visit = (directory: Buffer, prefix: string) => {
    for (const name of readdirSync(directory, { encoding: "buffer" })) {
      const file = inside(directory, name);
      const path = prefix + name.toString("latin1");
      const stats = lstatSync(file);
      if (path === ".git") continue;
      if (stats.isDirectory()) visit(file, `${path}/`);
      else if (stats.isSymbolicLink()) {
        found[path] = `120000 ${blobId(readlinkSync(file, { encoding: "buffer" }))}`;
      } else
        found[path] = `${stats.mode & 0o100 ? "100755" : "100644"} ${blobId(readFileSync(file))}`;
    }
  };
  visit(Buffer.from(top), "");
  return found;
}

function blobId(content: Buffer): string {
  return createHash("sha1").update(`blob ${content.length}\0`).update(content).digest("hex");
}

/** What a tree or a commit contains, in the same form. */
export function filesOf(top: string, tree: string): Record<string, string> {
  const argv = ["git", "ls-tree", "-r", "-z", "--full-tree", tree];
  const { stdout } = Bun.spawnSync(argv, { cwd: top, env: personsEnvironment(top) });
  const entries = stdout.toString("latin1").split("\0").slice(0, -1);
  return Object.fromEntries(
    entries.map((entry): [string, string] => {
      const end = entry.indexOf("\t");
      const [mode, , id] = entry.slice(0, end).split(" ");
      return [entry.slice(end + 1), `${mode} ${id}`];
    }),
  );
}
