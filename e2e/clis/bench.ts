import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { InstalledCliType } from "@malamar/contract/cli.ts";
import { CLIS } from "@malamar/contract/plain/cli.ts";
import { TASK_ANSWER } from "@malamar/server/loop/answer-form.ts";
import { runByHand } from "../support/clis/by-hand.ts";
import { answers, review } from "../support/clis/cast.ts";
import { installClis } from "../support/clis/installed-clis.ts";
import { inReview } from "../support/clis/looking.ts";
import { environmentIn, startStage, type Stage } from "../support/clis/stage.ts";

/**
 * `npm run bench:clis -- [ROUNDS [CLI …]]`: what Malamar adds to a run of each CLI. Compares, in
 * turns, a task with one agent, from the request that creates it to the event that it is In Review,
 * with the same command line and files started by hand. Exits with 1 when Malamar adds more than 5
 * % and 30 ms.
 */
const [rounds = "9", ...names] = process.argv.slice(2);
const LEAST_ROUNDS = Number(rounds);
/** A quick CLI varies by a tenth from run to run: it gets as much time as a slow one. */
const LEAST_MS = 20_000;
const MOST_RATIO = 1.05;
const MOST_MS = 30;

await installClis();
console.log("Medians\n");
console.log("| CLI | rounds | by hand | through Malamar | added | ratio | |");
console.log("| --- | --- | --- | --- | --- | --- | --- |");
let isMissed = false;
for (const { type, label } of CLIS) {
  if (names.length > 0 && !names.includes(type)) continue;
  const { byHand, throughMalamar } = await measure(type);
  const added = median(throughMalamar.map((ms, at) => ms - byHand[at]!));
  const ratio = median(throughMalamar) / median(byHand);
  const isMet = ratio <= MOST_RATIO || added <= MOST_MS;
  isMissed ||= !isMet;
  const cells = [
    label,
    byHand.length,
    `${median(byHand).toFixed(0)} ms`,
    `${median(throughMalamar).toFixed(0)} ms`,
    `${added.toFixed(1)} ms`,
    ratio.toFixed(3),
    isMet ? "met" : "MISSED",
  ];
  console.log(`| ${cells.join(" | ")} |`);
}
process.exit(isMissed ? 1 : 0);

async function measure(type: InstalledCliType) {
  await using stage = await startStage(type, { team: { Planner: answers(review) } });
  const warmUp = await newTask(stage);
  await inReview(stage, warmUp);
  const hand = handFor(stage, type, warmUp);
  const rounds = Math.max(LEAST_ROUNDS, Math.ceil(LEAST_MS / (await hand())));
  const byHand: number[] = [];
  const throughMalamar: number[] = [];
  for (let round = 0; round < rounds; round++) {
    // The second one finds warmer caches, so they take turns.
    if (round % 2 === 0) byHand.push(await hand());
    throughMalamar.push(await timed(() => whenInReview(stage, () => newTask(stage))));
    if (round % 2 === 1) byHand.push(await hand());
  }
  return { byHand, throughMalamar };
}

async function newTask(stage: Stage): Promise<string> {
  return (await stage.createTask("One run")).id;
}

/** Starts the same command as Malamar, with the files that it wrote for a task. */
function handFor(stage: Stage, type: InstalledCliType, taskId: string) {
  const work = join(stage.home.dir, "work");
  const written = readFileSync(join(work, `malamar_task_${taskId}.md`), "utf8");
  let runs = 0;
  return async () => {
    // A directory new to the CLI, as with every task: some do more the first time.
    const cwd = join(work, `by-hand-${++runs}`);
    mkdirSync(cwd);
    const inputPath = `${cwd}.md`;
    const outputPath = join(work, `malamar_output_by_hand_${runs}.json`);
    writeFileSync(inputPath, written.replaceAll(/\S+malamar_output_\S+\.json/g, outputPath));
    const took = await timed(async () => {
      const { code, stderr } = await runByHand(type, {
        url: stage.model.url,
        cliHome: stage.cliHome,
        environment: { HOME: stage.home.dir, ...environmentIn(stage.home) },
        cwd,
        prompt: `Read the file at ${inputPath} and follow the instruction autonomously.`,
        inputPath,
        outputPath,
        answerSchema: TASK_ANSWER.jsonSchema,
      });
      if (code !== 0) throw new Error(`${type} ended with ${code}: ${stderr}`);
    });
    JSON.parse(readFileSync(outputPath, "utf8"));
    return took;
  };
}

/** From the events, so that no poll rounds the time up. */
async function whenInReview(stage: Stage, task: () => Promise<string>): Promise<void> {
  const gone = new AbortController();
  const response = await fetch(`${stage.malamar.url}/api/events`, { signal: gone.signal });
  const id = await task();
  const decoder = new TextDecoder();
  let text = "";
  for await (const bytes of response.body!) {
    text += decoder.decode(bytes, { stream: true });
    const isThere = text
      .split("\n")
      .some((line) => line.includes(id) && line.includes('"new_status":"in_review"'));
    if (isThere) break;
  }
  gone.abort();
}

async function timed(work: () => Promise<void>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
