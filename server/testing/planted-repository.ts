import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "./repository.ts";

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
  "remote.origin.receivepack",
  "remote.origin.uploadpack",
  "remote.origin.vcs",
  "sendemail.smtpServer",
  "sequence.editor",
  "tar.planted.command",
  "trailer.planted.command",
  "uploadpack.packObjectsHook",
  "web.browser",
] as const;

/**
 * A repository that tries to run a program in every way that its configuration, its attributes and
 * its hooks offer. Each leaves a file with its name when it starts.
 */
export function plantedRepository() {
  const repo = repository();
  const traces = join(repo.path, "traces");
  const programs = join(repo.path, "programs");
  mkdirSync(traces);
  mkdirSync(programs);

  function program(name: string, then = "cat"): string {
    const file = join(programs, name.replaceAll(/[^\w.-]/g, "_"));
    writeFileSync(file, `#!/bin/sh\ntouch '${join(traces, name.replaceAll("/", "_"))}'\n${then}\n`);
    chmodSync(file, 0o755);
    return file;
  }

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
    writeFileSync(file, `#!/bin/sh\ntouch '${join(traces, `hook ${name}`)}'\n`);
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

    /** What has started since the last time, by name. */
    started(): string[] {
      const names = readdirSync(traces).toSorted();
      for (const name of names) rmSync(join(traces, name));
      return names;
    },

    /** The traces of a program in a repository of its own, such as a submodule. */
    program,
    hasTrace: (name: string) => existsSync(join(traces, name)),
  });
}
