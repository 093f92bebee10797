import type { Git } from "./git.ts";

/** All refs below a name, with what they point to. */
export async function listRefs(
  git: Git,
  at: string,
  below: string,
): Promise<ReadonlyMap<string, string>> {
  const args = [
    "for-each-ref",
    "--format=%(objectname) %(refname)",
    "--end-of-options",
    below,
  ] as const;
  const said = await git.run({ at, args, effort: "read" });
  return new Map(
    said
      .split("\n")
      .filter((line) => line !== "")
      .map((line): [string, string] => {
        const [id = "", ref = ""] = line.split(" ");
        return [ref, id];
      }),
  );
}
