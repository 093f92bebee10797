import { createProgramFolder } from "../support/fake-programs.ts";

/** A machine on which two CLIs are installed: without any, every page says so. */
export function installedClis() {
  const programs = createProgramFolder();
  programs.add("claude", "echo '2.1.325 (Claude Code)'");
  programs.add("codex", "echo 'codex-cli 0.166.0'");
  return {
    env: { PATH: `${programs.dir}:/usr/bin:/bin` },
    [Symbol.dispose]: programs.remove,
  };
}
