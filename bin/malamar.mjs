#!/usr/bin/env node
// The npm package's entry point: runs the program with the Bun that it installs. In a checkout, the
// source.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const source = join(here, "../server/src/main.ts");
const program = existsSync(source) ? source : join(here, "../dist/package/main.js");

const child = spawn(
  findBun(),
  ["--no-env-file", "--config=/dev/null", program, ...process.argv.slice(2)],
  { stdio: "inherit" },
);
// A terminal signals the whole group; a signal to this process alone is passed on.
const isInTerminal = process.stdin.isTTY;
for (const signal of ["SIGINT", "SIGHUP"]) {
  process.on(signal, () => isInTerminal || child.kill(signal));
}
process.on("SIGTERM", () => child.kill("SIGTERM"));
child.on("error", (error) => {
  console.error(`malamar: Bun could not be started: ${error.message}`);
  process.exit(1);
});
child.on("exit", (code, signal) => {
  if (signal) process.kill(process.pid, signal);
  else process.exit(code ?? 1);
});

function findBun() {
  try {
    const manifest = createRequire(import.meta.url).resolve("bun/package.json");
    return join(dirname(manifest), "bin/bun.exe");
  } catch {
    console.error("malamar: Its packages are not installed yet. Run: npm install");
    return process.exit(1);
  }
}
