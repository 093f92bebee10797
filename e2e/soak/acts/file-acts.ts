import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { idIn, isOk } from "#long-runs/client.ts";
import { oneOf, type Act } from "#long-runs/people/person.ts";
import type { World } from "#long-runs/world.ts";
import { launchMalamar } from "#support/malamar.ts";

/** A person who makes copies: exports that are imported again, backups, a look with the doctor. */
export function fileActs(world: World, workspaceIds: readonly string[]): readonly Act[] {
  const copy: Act = async ({ client, random, violate }) => {
    const id = oneOf(random, workspaceIds)!;
    const file = await client.send("GET", `/api/workspaces/${id}/export`);
    if (!isOk(file)) return;
    const made = await client.send("POST", "/api/import", file.body as object);
    if (!isOk(made)) return violate("An export could not be imported");
    await client.send("DELETE", `/api/workspaces/${idIn(made)}`);
  };

  async function command(...args: string[]): Promise<void> {
    const { child } = launchMalamar({ home: world.home, args });
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
    const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
    if (code !== 0) throw new Error(`malamar ${args[0]} ended with ${code}: ${said.slice(-500)}`);
  }

  const backUp: Act = async ({ number, violate }) => {
    const file = join(world.home.dir, `backup-${number()}.tar.gz`);
    await command("backup", file);
    if (statSync(file).size === 0) violate("A backup is empty");
    rmSync(file);
  };

  return [copy, copy, backUp, () => command("doctor")];
}
