import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { InstalledCliType } from "../contract/src/cli.ts";
import { prepareCliHome, runByHand } from "../e2e/support/clis/by-hand.ts";
import { installClis, SEARCH_PATH } from "../e2e/support/clis/installed-clis.ts";
import { Answer } from "../scripted-model/mind.ts";
import { startScriptedModel } from "../scripted-model/model-server.ts";
import { followSteps } from "../scripted-model/steps.ts";

/**
 * `npm run record-cli -- claude command
 * '[{"kind":"runs","command":"ls"},{"kind":"says","text":"Done."}]'`: lets a real CLI follow a
 * script, and records its stdout for the tests of its adapter. `{cwd}` in the steps is the
 * directory it works in.
 */
const [cli, name, script] = process.argv.slice(2);
const type = InstalledCliType.safeParse(cli).data;
if (!type || !name || !script) {
  console.error("Usage: npm run record-cli -- CLI NAME 'STEPS AS JSON' (docs/scripted-model.md)");
  process.exit(2);
}

await installClis();
const root = mkdtempSync(join(tmpdir(), "malamar-record-"));
const cwd = join(root, "work");
const steps = Answer.array().parse(JSON.parse(script.replaceAll("{cwd}", cwd)));
const model = startScriptedModel({ mind: followSteps(steps) });
try {
  const cliHome = join(root, "home");
  mkdirSync(cwd, { recursive: true });
  prepareCliHome(type, { url: model.url, home: cliHome });
  const { code, stdout, stderr } = await runByHand(type, {
    url: model.url,
    cliHome,
    environment: { HOME: cliHome, PATH: SEARCH_PATH, TMPDIR: root },
    cwd,
    prompt: "Follow the script.",
    inputPath: join(cwd, "in.md"),
    outputPath: join(cwd, "out.json"),
    answerSchema: null,
  });
  const file = join(
    import.meta.dir,
    `../server/src/engines/cli/clis/recordings/${type}/${name}.jsonl`,
  );
  mkdirSync(dirname(file), { recursive: true });
  // The directory and the port of this recording mean nothing to others.
  writeFileSync(
    file,
    stdout.replaceAll(root, "/tmp/recorded").replaceAll(model.url, "http://model"),
  );
  console.log(`Exit code ${code}. Look through it before you keep it: ${file}`);
  if (stderr.trim() !== "") console.log(`On stderr:\n${stderr}`);
} finally {
  await model.stop();
  rmSync(root, { recursive: true, force: true });
}
