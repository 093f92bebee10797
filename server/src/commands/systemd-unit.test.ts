import { expect, test } from "bun:test";
import { systemdQuoted, unitText } from "./systemd-unit.ts";

test.each([
  ["/usr/bin/malamar", '"/usr/bin/malamar"'],
  ["/home/a b/malamar", '"/home/a b/malamar"'],
  ['a "b" \\ c', '"a \\"b\\" \\\\ c"'],
  ["100%h", '"100%%h"'],
  ["$HOME ${HOME}", '"$HOME ${HOME}"'],
  ["two\nlines\t", '"two\\x0alines\\x09"'],
  ["Müller", '"Müller"'],
  ["next\u0085line\u007f", '"next\u0085line\\x7f"'],
  ["", '""'],
])("%j is one word for systemd: %s", (word, quoted) => {
  expect(systemdQuoted(word)).toBe(quoted);
});

test("the unit starts the program with its exact arguments, and with the PATH of the shell", () => {
  const argv = ["/opt/my apps/malamar", "--data-dir=/data/$x"];
  const lines = unitText({ argv, path: "/home/me/50%/bin:/bin" }).split("\n");
  expect(lines).toContain('ExecStart=:"/opt/my apps/malamar" "--data-dir=/data/$x"');
  expect(lines).toContain('Environment="PATH=/home/me/50%%/bin:/bin"');
  expect(lines).toContain("WantedBy=default.target");
});

test("without a PATH none is written", () => {
  expect(unitText({ argv: ["/m"], path: undefined })).not.toContain("Environment=");
});
