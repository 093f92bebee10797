import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { repository, type Repository } from "./repository.ts";

/** As in `git help githooks`. */
const HOOKS = [
  "applypatch-msg",
  "commit-msg",
  "fsmonitor-watchman",
  "post-applypatch",
  "post-checkout",
  "post-commit",
  "post-index-change",
  "post-merge",
  "post-rewrite",
  "pre-applypatch",
  "pre-auto-gc",
  "pre-commit",
  "pre-merge-commit",
  "pre-push",
  "pre-rebase",
  "prepare-commit-msg",
  "push-to-checkout",
  "reference-transaction",
  "sendemail-validate",
] as const;

/** Programs that are not named after their key, or need more than one setting. */
const KEYS = [
  "alias.status",
  "core.alternateRefsCommand",
  "core.askPass",
  "core.editor",
  "core.fsmonitor",
  "core.gitProxy",
  "core.pager",
  "core.sshCommand",
  "credential.helper",
  "credential.https://example.com.helper",
  "diff.external",
  "diff.planted.command",
  "diff.planted.textconv",
  "difftool.planted.cmd",
  "filter.planted.clean",
  "filter.planted.smudge",
  "filter.of-process.process",
  "gc.recentObjectsHook",
  "gpg.program",
  "gpg.ssh.program",
  "gpg.ssh.defaultKeyCommand",
  "hook.planted.command",
  "init.templateDir",
  "interactive.diffFilter",
  "lfs.customtransfer.planted.path",
  "lfs.extension.planted.clean",
  "lfs.extension.planted.smudge",
  "lfs.standalonetransferagent",
  "merge.planted.driver",
  "mergetool.planted.cmd",
  "pager.status",
  "receive.procReceiveRefs",
  "remote.planted.receivepack",
  "remote.planted.uploadpack",
  "remote.planted.vcs",
  "sendemail.smtpServer",
  "sequence.editor",
  "tar.planted.command",
  "trailer.planted.command",
  "uploadpack.packObjectsHook",
  "web.browser",
] as const;

/** Settings can count in a worktree, on a branch or with a remote alone: one of each kind. */
const CONDITIONS = {
  "on-branch": "onbranch:malamar/**",
  "in-worktree": "gitdir:**/worktrees/**",
  "in-any-case": "gitdir/i:**/WORKTREES/**",
  "with-remote": "hasconfig:remote.*.url:https://example.com/**",
} as const;

/**
 * A repository that tries to run a program in every way that its configuration, its attributes and
 * its hooks offer. Each leaves a file with its name when it starts.
 */
export function plantedRepository() {
  const repo = repository();
  const { program, started, hasTrace, traceOf } = tracedPrograms(repo);

  repo.write(
    ".gitattributes",
    "*.txt filter=planted diff=planted merge=planted\n*.bin filter=of-process\n",
  );
  repo.write("a.txt", "one\n");
  repo.write("b.bin", "one\n");
  repo.write("c.md", "one\n");
  const first = repo.commitAll("first");
  repo.write("a.txt", "two\n");
  const second = repo.commitAll("second");

  const hooks = join(repo.top, ".git", "hooks");
  mkdirSync(hooks, { recursive: true });
  for (const name of HOOKS) {
    const file = join(hooks, name);
    writeFileSync(file, `#!/bin/sh\ntouch '${traceOf(`hook ${name}`)}'\n`);
    chmodSync(file, 0o755);
  }
  // An included file counts like the repository's own.
  const included = join(repo.top, ".git", "more-config");
  for (const key of KEYS) {
    const then = key === "core.fsmonitor" || key === "filter.of-process.process" ? "exit 1" : "cat";
    repo.git("config", "--file", included, key, program(key, then));
  }
  repo.git("config", "--file", included, "hook.planted.event", "post-checkout");
  repo.git(
    "config",
    "--file",
    included,
    "submodule.planted.update",
    `!${program("submodule.planted.update")}`,
  );
  repo.git("config", "--file", included, "filter.planted.required", "true");
  repo.git("config", "--file", included, "protocol.ext.allow", "always");
  repo.git("config", "--file", included, "core.safecrlf", "true");
  repo.git("config", "include.path", "more-config");

  return Object.assign(repo, {
    first,
    second,
    keys: [...KEYS, "hook.planted.event", "submodule.planted.update"],
    started,
    program,
    hasTrace,
    plantSubmodule: () => plantSubmodule(repo, program),
    plantForWorktrees: () => plantForWorktrees(repo, program),
  });
}

/** Programs that leave a file with their name when they start. */
export function tracedPrograms({ path }: Repository) {
  const traces = join(path, "traces");
  const programs = join(path, "programs");
  mkdirSync(traces);
  mkdirSync(programs);
  const traceOf = (name: string) => join(traces, name.replaceAll("/", "_"));

  return {
    traceOf,
    hasTrace: (name: string) => existsSync(traceOf(name)),

    program: (name: string, then = "cat"): string => {
      const file = join(programs, name.replaceAll(/[^\w.-]/g, "_"));
      writeFileSync(file, `#!/bin/sh\ntouch '${traceOf(name)}'\n${then}\n`);
      chmodSync(file, 0o755);
      return file;
    },

    /** What has started since the last time, by name. */
    started: (): string[] => {
      const names = readdirSync(traces).toSorted();
      for (const name of names) rmSync(join(traces, name));
      return names;
    },
  };
}

type Program = ReturnType<typeof tracedPrograms>["program"];

/** Without what would get in the way of the planting. */
const QUIETLY = [
  "-c",
  "core.fsmonitor=false",
  "-c",
  "core.hooksPath=/dev/null",
  "-c",
  "submodule.recurse=false",
  "-c",
  "filter.of-process.process=",
] as const;

/** Its own filter runs when someone's status looks into it. */
function plantSubmodule(repo: Repository, program: Program): void {
  const source = join(repo.path, "source");
  repo.gitIn(repo.path, "init", "-q", source);
  repo.gitIn(source, "commit", "-q", "--allow-empty", "-m", "x");
  repo.git(...QUIETLY, "submodule", "--quiet", "add", "--name", "inner", source, "inner");
  const inner = join(repo.top, "inner");
  repo.write("inner/.gitattributes", "* filter=inner\n");
  repo.write("inner/inner.txt", "one\n");
  repo.gitIn(inner, "add", "-A");
  repo.gitIn(inner, "commit", "-q", "-m", "y");
  repo.gitIn(inner, "config", "filter.inner.clean", program("submodule filter"));
  repo.write("inner/inner.txt", "two\n");
}

/**
 * What plain git runs only when it makes a worktree on one of our branches, and when it fills its
 * submodule. Returns the names of the programs.
 */
function plantForWorktrees(repo: Repository, program: Program): string[] {
  const filters = [...Object.keys(CONDITIONS), "of-worktree"];
  const attributes = filters.map((name) => `${name}.txt filter=${name}\n`);
  repo.write(
    ".gitattributes",
    repo.git("show", "HEAD:.gitattributes") + "\n" + attributes.join(""),
  );
  for (const name of filters) repo.write(`${name}.txt`, "one\n");
  const source = join(repo.path, "library");
  repo.gitIn(repo.path, "init", "-q", source);
  repo.gitIn(source, "commit", "-q", "--allow-empty", "-m", "x");
  repo.git(...QUIETLY, "submodule", "--quiet", "add", "--name", "library", source, "library");
  repo.git(...QUIETLY, "add", "-A");
  repo.git(...QUIETLY, "commit", "-q", "-m", "third");

  const settings = (name: string) => [`filter.${name}.smudge`, program(`smudge ${name}`)] as const;
  for (const [name, condition] of Object.entries(CONDITIONS)) {
    repo.git("config", "--file", join(repo.top, ".git", name), ...settings(name));
    repo.git("config", `includeIf.${condition}.path`, name);
  }
  repo.git("config", "remote.evil.url", "https://example.com/evil.git");
  repo.git("config", "extensions.worktreeConfig", "true");
  repo.git("config", "--worktree", ...settings("of-worktree"));
  const update = "submodule.library.update";
  repo.git("config", update, `!${program(update)}`);
  return [...filters.map((name) => `smudge ${name}`), update];
}
