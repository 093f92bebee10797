import { open } from "node:fs/promises";
import { join } from "node:path";
import { endWithParent, tellParent } from "./parent-process.ts";

/** The least that receiving a file costs: the body, unchanged, into a file. */
export function run([folder = ""]: readonly string[]): void {
  endWithParent();
  const path = join(folder, "file");
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    async fetch(request) {
      const file = await open(path, "w", 0o600);
      for await (const chunk of request.body!) await file.write(chunk);
      await file.close();
      return Response.json([], { status: 201 });
    },
  });
  tellParent(server.port!);
}
