import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fakeProgram } from "./fake-program.ts";

/** The real git, until a test names the command that breaks, by words that it contains. */
export function breakableGit(dir: string) {
  const bin = join(dir, "breakable-git");
  const [words, pipe] = [join(bin, "words"), join(bin, "pipe")];
  const real = Bun.which("git");
  mkdirSync(bin, { recursive: true });
  fakeProgram(
    bin,
    "git",
    `[ -e '${words}' ] && read -r words < '${words}'
case "$*" in *"\${words:-nothing is broken}"*)
  if [ ! -p '${pipe}' ]; then echo 'fatal: it is broken' >&2; exit 1; fi
  rm '${words}'; echo > '${pipe}'; read -r go < '${pipe}'
esac
exec '${real}' "$@"`,
  );
  const mend = () => {
    for (const path of [words, pipe]) rmSync(path, { force: true });
  };
  return {
    path: `${bin}:${process.env["PATH"] ?? ""}`,
    breakAt: (text: string) => writeFileSync(words, `${text}\n`),
    /** It stops there, once. Resolves with a function that lets it continue. */
    async holdAt(text: string): Promise<() => void> {
      Bun.spawnSync(["mkfifo", pipe]);
      writeFileSync(words, `${text}\n`);
      await Bun.spawn(["cat", pipe]).exited;
      return () => writeFileSync(pipe, "go\n");
    },
    mend,
  };
}
