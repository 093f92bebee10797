import { join } from "node:path";

/** `npm run dev`: the server, restarted on every change, and Vite in front with hot reload. */
const root = join(import.meta.dir, "..");
const flags = process.argv.slice(2);
const PORT = process.env["MALAMAR_PORT"] ?? /--port[ =](\d+)/.exec(flags.join(" "))?.[1] ?? "3456";

const children = [
  start(["--watch", "--no-clear-screen", join(root, "server/src/main.ts"), ...flags], root),
  start(["--bun", "vite"], join(root, "web")),
];

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => children.forEach((child) => child.kill("SIGTERM")));
}
// One is useless without the other: when one ends, so does the other.
await Promise.race(children.map((child) => child.exited));
children.forEach((child) => child.kill("SIGTERM"));
await Promise.all(children.map((child) => child.exited));

function start(args: string[], cwd: string) {
  return Bun.spawn([process.execPath, ...args], {
    cwd,
    env: {
      ...process.env,
      MALAMAR_PORT: PORT,
      MALAMAR_DEV_TARGET: `http://127.0.0.1:${PORT}`,
    },
    stdio: ["ignore", "inherit", "inherit"],
  });
}
