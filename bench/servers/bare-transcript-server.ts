import { closeSync, openSync, writeSync } from "node:fs";
import { answerParent, endWithParent, tellParent } from "./parent-process.ts";

export function run([path = "", ...program]: readonly string[]): void {
  endWithParent();
  answerParent({
    read: async () => {
      const file = openSync(path, "a");
      await copyLines(program, file);
      closeSync(file);
      return 0;
    },
  });
  tellParent(0);
}

async function copyLines(program: readonly string[], file: number): Promise<void> {
  const child = Bun.spawn([...program], {
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
