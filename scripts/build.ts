import { chmodSync, cpSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/**
 * Builds both ways to ship Malamar from the same entry, with the page under the name "web":
 * dist/malamar    one executable with everything embedded
 * dist/package/   the contents of the npm package; bin/malamar.mjs runs it with Bun
 */
const root = join(import.meta.dir, "..");
const dist = join(root, "dist");
const entry = join(root, "server/src/main.ts");

rmSync(dist, { recursive: true, force: true });
mkdirSync(join(dist, "stage"), { recursive: true });
// The embedded folder keeps its name, so the page is staged under the name that the program looks
// for.
cpSync(join(root, "web/dist"), join(dist, "stage/web"), {
  recursive: true,
  filter: (path) => !path.endsWith(".built-from"),
});

await buildExecutable();
await buildPackage();
rmSync(join(dist, "stage"), { recursive: true });

async function buildExecutable(): Promise<void> {
  const build = Bun.spawn(
    [
      process.execPath,
      "build",
      "--compile",
      "--minify",
      "--bytecode",
      "--format=esm",
      // A tool that is started inside other people's projects must not read their settings.
      "--no-compile-autoload-dotenv",
      "--no-compile-autoload-bunfig",
      "--asset=web",
      entry,
      "--outfile",
      join(dist, "malamar"),
    ],
    { cwd: join(dist, "stage"), stdout: "inherit", stderr: "inherit" },
  );
  if ((await build.exited) !== 0) throw new Error("The executable could not be built.");
  chmodSync(join(dist, "malamar"), 0o755);
}

async function buildPackage(): Promise<void> {
  const result = await Bun.build({
    entrypoints: [entry],
    outdir: join(dist, "package"),
    target: "bun",
    // Not bundled into one file: the smallest command would have to parse all the others.
    splitting: true,
    minify: { whitespace: true, syntax: true },
  });
  if (!result.success) throw new AggregateError(result.logs, "The package could not be built.");
  cpSync(join(dist, "stage/web"), join(dist, "package/web"), { recursive: true });
}
