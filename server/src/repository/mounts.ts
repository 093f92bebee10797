import { readFile } from "node:fs/promises";

/** What is mounted in a directory, or undefined: deleting the directory would delete it too. */
export async function mountIn(directory: string): Promise<string | undefined> {
  return (await mountPoints()).find((place) => `${place}/`.startsWith(`${directory}/`));
}

/** Empty where the system does not tell. */
async function mountPoints(): Promise<string[]> {
  if (process.platform !== "linux") return [];
  const text = await readFile("/proc/self/mountinfo", "utf8");
  return text.split("\n").flatMap((line) => {
    const place = line.split(" ")[4];
    // Spaces and the like are written as octal numbers.
    return place === undefined
      ? []
      : [place.replaceAll(/\\([0-7]{3})/g, (_, code: string) => octal(code))];
  });
}

function octal(code: string): string {
  return String.fromCharCode(Number.parseInt(code, 8));
}
