import { closeSync, openSync, writeSync } from "node:fs";
import { answerParent, endWithParent, tellParent } from "./parent-process.ts";

endWithParent();
const [path, ...program] = process.argv.slice(2);
if (path === undefined) throw new Error("A path and a program.");

answerParent({
  read: async () => {
    const file = openSync(path, "a");
    await copyLines(file);
    closeSync(file);
    return 0;
  },
});
tellParent(0);

async function copyLines(file: number): Promise<void> {
  const child = Bun.spawn(program, {
    env: { PATH: "" },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "ignore",
  });
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of child.stdout) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
    rest = lines.pop()!;
    const copies = lines.map((line) => `${JSON.stringify(JSON.parse(line))}\n`);
    writeSync(file, copies.join(""));
  }
  if (rest !== "" || (await child.exited) !== 0) throw new Error("The lines are not whole.");
}
