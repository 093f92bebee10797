interface ChildProgram {
  run: (args: readonly string[]) => void | Promise<void>;
}

/** The bench's child processes; each loads only its own code. */
const CHILDREN = {
  "bare-events-server": () => import("./bare-events-server.ts"),
  "bare-rows-server": () => import("./bare-rows-server.ts"),
  "bare-runs-server": () => import("./bare-runs-server.ts"),
  "bare-transcript-server": () => import("./bare-transcript-server.ts"),
  "bare-upload-server": () => import("./bare-upload-server.ts"),
  "event-clients": () => import("./event-clients.ts"),
  "hello-server": () => import("./hello-server.ts"),
  "malamar-guarded-runs-server": () => import("./malamar-guarded-runs-server.ts"),
  "malamar-runs-server": () => import("./malamar-runs-server.ts"),
  "malamar-server": () => import("./malamar-server.ts"),
  "stamp-clock": () => import("./stamp-clock.ts"),
} satisfies Record<string, () => Promise<ChildProgram>>;

export type ChildName = keyof typeof CHILDREN;

/** What `malamar bench-child NAME …` does. Only the bench calls it. */
export async function runChild([name = "", ...args]: readonly string[]): Promise<void> {
  const load: (() => Promise<ChildProgram>) | undefined = CHILDREN[name as ChildName];
  if (load === undefined) throw new Error(`The bench has no child ${name}.`);
  const { run } = await load();
  await run(args);
}
