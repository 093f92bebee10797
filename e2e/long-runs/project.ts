import { chmodSync, existsSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { digestsIn } from "@malamar/server/testing/file-digests.ts";
import { createRepository, git } from "#support/repositories.ts";

/** A person's repository, in the middle of their own work. */
export interface Project {
  /** Where the person works. */
  path: string;
  /** What all its worktrees share. */
  repository: string;
  /** What is not as the person has left it. */
  differences: () => string[];
  /** Hooks that nobody but the person may run. */
  plantHooks: () => void;
}

/** What agents write who work in the person's own checkout. */
const OF_AGENTS = /^(work(\/|$)|log\.txt$)/;

/** What git adds to for everyone; refs are compared by their names. */
const SHARED = /^\.git\/(objects|worktrees|refs|packed-refs|info\/refs|gc\.pid)/;

/** Logs of branches that were made for tasks, or of kept work. */
const LOGS_OF_TASKS = /^\.git\/logs\/refs\/heads\/(malamar|kept)(\/|$)/;

/** Where guests work, agents are in the person's own checkout; elsewhere nobody else is. */
export function createProject(path: string, { hasGuests }: { hasGuests: boolean }): Project {
  createRepository(path, {
    "README.md": "# Shop\n",
    "a.txt": "1\n",
    "b.txt": "1\n",
    "log.txt": "Nothing yet\n",
    "run.sh": "echo\n",
    ".gitignore": "*.log\n.env\nsetup.txt\n",
    ...Object.fromEntries(
      Array.from({ length: FILES }, (_, at) => [`file-${at}.txt`, `File ${at}\n`]),
    ),
  });
  makeBusy(path);
  const isOfPerson = (name: string) =>
    !SHARED.test(name) && !LOGS_OF_TASKS.test(name) && !(hasGuests && OF_AGENTS.test(name));
  const look = () => ({ ...digestsIn(path, isOfPerson), ...refsOf(path) });
  let before = look();
  return {
    path,
    repository: realpathSync(join(path, ".git")),
    differences() {
      const now = look();
      const ran = existsSync(join(path, "../hooked")) ? ["a hook has run"] : [];
      const names = new Set([...Object.keys(before), ...Object.keys(now)]);
      return [...names].filter((name) => before[name] !== now[name]).concat(ran);
    },
    plantHooks() {
      for (const hook of ["post-checkout", "post-index-change", "reference-transaction"]) {
        const file = join(path, ".git/hooks", hook);
        writeFileSync(file, `#!/bin/sh\ntouch '${path}/../hooked'\n`);
        chmodSync(file, 0o755);
      }
      before = look();
    },
  };
}

/** So that a checkout, and an index, take a while. */
const FILES = 400;

/** Staged, changed, new, ignored and stashed files, and another branch. */
function makeBusy(path: string): void {
  const write = (name: string, text: string) => writeFileSync(join(path, name), text);
  git(path, "branch", "release");
  // The person's own git packs now and then, and does nothing behind our back.
  git(path, "config", "gc.auto", "400");
  git(path, "config", "gc.autoDetach", "false");
  write("a.txt", "stashed\n");
  git(path, "stash", "--quiet");
  write("a.txt", "staged\n");
  git(path, "add", "a.txt");
  write("a.txt", "staged, and changed\n");
  write("b.txt", "changed\n");
  write("new.txt", "new\n");
  write("trace.log", "ignored\n");
  write(".env", "KEY=1\n");
  chmodSync(join(path, "run.sh"), 0o755);
  symlinkSync("a.txt", join(path, "link"));
}

/** The person's refs, and what they point to. */
function refsOf(path: string): Record<string, string> {
  const said = git(path, "for-each-ref", "--format=%(refname) %(objectname)");
  const refs = said.split("\n").flatMap((line): [string, string][] => {
    const [name = "", id = ""] = line.split(" ");
    const isOfTasks = /^refs\/(malamar|heads\/(malamar|kept))\//.test(name);
    return name === "" || isOfTasks ? [] : [[name, id]];
  });
  return Object.fromEntries(refs);
}
