// Prepares a checkout with nothing but Node and npm, and does only what is missing:
// node scripts/prepare.mjs web       what `npm start` needs: packages and the built page
// node scripts/prepare.mjs install   what developing needs: all packages
// node scripts/prepare.mjs browser   a browser for the browser tests
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { installedBrowser } from "../e2e/support/browser.mjs";

const BUN = "node_modules/.bin/bun";
const DIST = "web/dist";
const BUILD_STAMP = `${DIST}/.built-from`;

process.chdir(join(dirname(fileURLToPath(import.meta.url)), ".."));
for (const step of process.argv.slice(2)) {
  if (step === "web") {
    installPackages(["--omit=dev"], "node_modules/vite");
    buildPage();
  } else if (step === "install") {
    installPackages(["--include=dev"], "node_modules/typescript");
  } else if (step === "browser") {
    installBrowser();
  } else {
    throw new Error(`Unknown step: ${step}`);
  }
}

function installPackages(flags, needed) {
  const record = "node_modules/.package-lock.json";
  const isCurrent =
    existsSync(needed) && existsSync(record) && modified(record) >= modified("package-lock.json");
  if (!isCurrent) {
    say("Installing packages …");
    run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error", ...flags]);
  }
  // Where install scripts are disabled, Bun's package is only a stub until it is rebuilt.
  if (spawnSync(BUN, ["--version"]).status !== 0) {
    run("npm", ["rebuild", "bun", "--ignore-scripts=false", "--loglevel=error"]);
  }
}

function buildPage() {
  const state = stateOf(["web", "contract/src", "package-lock.json"]);
  if (existsSync(BUILD_STAMP) && readFileSync(BUILD_STAMP, "utf8") === state) return;
  say("Building the page …");
  run(join("..", BUN), ["--bun", "vite", "build", "--logLevel", "warn"], "web");
  for (const file of filesBelow(DIST)) compress(file);
  writeFileSync(BUILD_STAMP, state);
}

/** A hash that changes with any file's name, size or time. */
function stateOf(places) {
  const hash = createHash("sha256");
  const files = places.flatMap((place) =>
    statSync(place).isDirectory() ? filesBelow(place) : place,
  );
  for (const file of files.toSorted()) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${file} ${size} ${mtimeMs}\n`);
  }
  return hash.digest("hex");
}

function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) return path;
    return path === DIST || entry.name === "node_modules" ? [] : filesBelow(path);
  });
}

/** The server sends these unchanged; small files gain nothing. */
function compress(file) {
  if (!/\.(html|js|css|svg|json|txt)$/.test(file)) return;
  const content = readFileSync(file);
  if (content.length < 1024) return;
  writeFileSync(`${file}.br`, brotliCompressSync(content));
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
}

function installBrowser() {
  const found = installedBrowser();
  const isDebianRoot = process.getuid?.() === 0 && existsSync("/etc/debian_version");
  if (found && !(isDebianRoot && found === "/usr/bin/chromium")) return;
  say("Installing a browser for the tests …");
  if (!isDebianRoot) return run("npx", ["playwright", "install", "chromium"], "e2e");
  const packages = ["chromium-headless-shell", "fonts-liberation"];
  const install = ["install", "-y", "-qq", "--no-install-recommends", ...packages];
  // With an installed Chromium, the tests only take longer.
  const attempt = found ? tryToRun : run;
  attempt("apt-get", ["update", "-qq"]);
  attempt("apt-get", install);
}

function modified(file) {
  return statSync(file).mtimeMs;
}

function say(text) {
  console.log(text);
}

function tryToRun(program, args) {
  spawnSync(program, args, { stdio: ["ignore", "inherit", "inherit"] });
}

function run(program, args, cwd = ".") {
  try {
    execFileSync(program, args, { cwd, stdio: ["ignore", "inherit", "inherit"] });
  } catch (error) {
    console.error(`${program} ${args.join(" ")} failed: ${error.message}`);
    process.exit(1);
  }
}
