import { join } from "node:path";
import { endAtExit, removeFolder, temporaryFolder } from "../harness/clean-up.ts";
import { OWN_PROGRAM } from "@malamar/server/lib/own-program.ts";

/**
 * Backs up a data set with the executable, with or without a running server, and deletes the
 * backup.
 */
export async function backUp(dataDir: string): Promise<void> {
  const folder = temporaryFolder();
  const child = Bun.spawn(
    [...OWN_PROGRAM, "backup", join(folder, "backup"), "--data-dir", dataDir],
    {
      env: { HOME: "/dev/null", PATH: "" },
      stdin: "ignore",
      stdout: "ignore",
      stderr: "inherit",
      detached: true,
    },
  );
  endAtExit(child);
  const code = await child.exited;
  removeFolder(folder);
  if (code !== 0) throw new Error(`The backup ended with ${code}.`);
}
