import { parseArgs } from "node:util";
import { systemClock } from "@malamar/server/lib/clock.ts";
import { check } from "./check.ts";
import { generate } from "./generate.ts";

/**
 * Fills an empty data directory with as much as years of use by many people would leave, to look
 * at: npm run big-data -- --data-dir DIR [--scale 1] [--seed 1] [--check]
 * Scale 1 is 1,000 workspaces, 100,000 tasks, 2,000,000 comments and 10 GB of transcripts.
 */
process.exit(main());

function main(): number {
  const { values } = parseArgs({
    options: {
      "data-dir": { type: "string" },
      scale: { type: "string", default: "1" },
      seed: { type: "string", default: "1" },
      check: { type: "boolean", default: false },
    },
  });
  const dataDir = values["data-dir"];
  const scale = Number(values.scale);
  const seed = Number(values.seed);
  if (dataDir === undefined) return fail("--data-dir: an empty directory is needed");
  if (!(scale > 0 && scale <= 10)) return fail("--scale: must be a number above 0, at most 10");
  if (!Number.isSafeInteger(seed)) return fail("--seed: must be a whole number");

  const landmarks = generate({ dataDir, scale, seed, now: systemClock(), onProgress: say });
  if (values.check) {
    say("checking the database");
    check(dataDir);
  }
  console.log(
    [
      `Start it: npm start -- --data-dir ${dataDir}`,
      "Worth a look:",
      `  the largest board   /workspaces/${landmarks.largest}/tasks`,
      `  an ordinary task    /workspaces/${landmarks.board}/tasks/${landmarks.task}`,
      `  5,000 comments      /workspaces/${landmarks.board}/tasks/${landmarks.longTask}`,
      `  100 messages        /workspaces/${landmarks.board}/chats/${landmarks.chat}`,
    ].join("\n"),
  );
  return 0;
}

function say(text: string): void {
  console.error(`big data: ${text}`);
}

function fail(text: string): number {
  console.error(text);
  return 2;
}
