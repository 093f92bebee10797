import { expect, test } from "bun:test";
import {
  programsIn,
  readConfig,
  withoutPrograms,
  type ConfigEntry,
} from "./repository-programs.ts";

function entries(...lines: [scope: string, key: string, value: string][]): ConfigEntry[] {
  return lines.map(([scope, key, value]) => ({ scope, key, value }));
}

test("the output of git is read whole: values of several lines, none, and odd names", () => {
  expect(readConfig("local\0filter.a=b.clean\nx\ny\0global\0core.bare\0")).toEqual([
    { scope: "local", key: "filter.a=b.clean", value: "x\ny" },
    { scope: "global", key: "core.bare", value: "true" },
  ]);
});

test("only the repository's own programs are listed, and git's own words are none", () => {
  const config = entries(
    ["global", "filter.mine.clean", "mine"],
    ["command", "core.pager", "cat"],
    ["local", "core.fsmonitor", "false"],
    ["local", "core.bare", "true"],
    ["local", "submodule.a.update", "rebase"],
    ["local", "submodule.b.update", "!theirs"],
    ["worktree", "filter.x.y.process", "theirs"],
    ["somewhere new", "diff.z.textconv", "theirs"],
  );
  const runs = "if_trusted";
  expect(programsIn(config)).toEqual([
    { key: "submodule.b.update", value: "!theirs", scope: "local", runs },
    { key: "filter.x.y.process", value: "theirs", scope: "worktree", runs },
    { key: "diff.z.textconv", value: "theirs", scope: "local", runs },
  ]);
  expect(withoutPrograms(config, false)).toEqual([
    ["submodule.b.update", "checkout"],
    ["filter.x.y.process", ""],
    ["filter.x.y.required", "false"],
    ["diff.z.textconv", ""],
  ]);
  expect(withoutPrograms(config, true)).toEqual([]);
});

test("where the repository replaces a person's own program, theirs counts again", () => {
  const config = entries(
    ["system", "credential.helper", "store"],
    ["global", "credential.https://example.com.helper", "mine"],
    ["global", "core.sshcommand", "ssh -i mine"],
    ["global", "filter.lfs.process", "git-lfs filter-process"],
    ["local", "credential.helper", "!theirs"],
    ["local", "core.sshcommand", "theirs"],
    ["local", "filter.lfs.process", "theirs"],
    ["local", "merge.x.driver", "theirs"],
    ["local", "remote.origin.uploadpack", "theirs"],
  );
  expect(withoutPrograms(config, false)).toEqual([
    ["credential.helper", ""],
    ["credential.helper", "store"],
    ["credential.https://example.com.helper", "mine"],
    ["core.sshcommand", "ssh -i mine"],
    ["filter.lfs.process", "git-lfs filter-process"],
    // With an empty one git would silently take one side.
    ["merge.x.driver", "false"],
    ["remote.origin.uploadpack", "git-upload-pack"],
    // The first uploadpack would count, which is the repository's.
    ["remote.origin.vcs", "program-not-trusted"],
  ]);
});

test("where a program is included on a condition is said, and no setting could replace that", () => {
  const config = entries(
    ["global", "includeif.gitdir:~/work/.path", "mine"],
    ["local", "includeif.onbranch:malamar/**.path", "theirs"],
  );
  expect(programsIn(config)).toEqual([
    {
      key: "includeif.onbranch:malamar/**.path",
      value: "theirs",
      scope: "local",
      runs: "if_trusted",
    },
  ]);
  expect(withoutPrograms(config, false)).toEqual([]);
});

test("what git lfs install writes runs, unless the repository gives it programs of its own", () => {
  const lfs = entries(
    ["local", "filter.lfs.clean", "git-lfs clean -- %f"],
    ["local", "filter.lfs.smudge", "git-lfs smudge -- %f; theirs"],
  );
  expect(programsIn(lfs).map(({ runs }) => runs)).toEqual(["always", "if_trusted"]);
  const extended = [...lfs, ...entries(["local", "lfs.extension.x.clean", "theirs"])];
  expect(new Set(programsIn(extended).map(({ runs }) => runs))).toEqual(new Set(["if_trusted"]));
  const settings = withoutPrograms(extended, false);
  for (const key of ["clean", "smudge", "process"]) {
    expect(settings).toContainEqual([`filter.lfs.${key}`, ""]);
  }
});

test("hooks never run, not even trusted ones or a person's own", () => {
  const config = entries(
    ["global", "hook.mine.event", "post-checkout"],
    ["local", "hook.their.own.command", "theirs"],
    ["local", "core.hookspath", "theirs"],
  );
  expect(withoutPrograms(config, true)).toEqual([
    ["hook.mine.event", ""],
    ["hook.mine.enabled", "false"],
    ["hook.their.own.event", ""],
    ["hook.their.own.enabled", "false"],
  ]);
  expect(programsIn(config).map(({ runs }) => runs)).toEqual(["never", "never"]);
});
