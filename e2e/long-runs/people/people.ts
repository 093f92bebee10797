import { createRandom } from "#support/random.ts";
import { oneOf, type Act, type Person } from "./person.ts";

/** What a person does all day, and how long they pause between two acts. */
export interface Job {
  acts: readonly Act[];
  pauseMs: readonly [number, number];
}

/** Everyone at work, until they are asked to leave. The same seed gives the same people. */
export function startPeople(tools: Omit<Person, "random">, jobs: readonly Job[], seed: number) {
  const leaving = new AbortController();

  async function work({ acts, pauseMs }: Job, at: number): Promise<void> {
    const random = createRandom(seed * 31 + at);
    while (!leaving.signal.aborted) {
      await oneOf(random, acts)!({ ...tools, random }).catch((error: unknown) =>
        tools.violate(`A person could not continue: ${Bun.inspect(error)}`),
      );
      await Bun.sleep(random.between(...pauseMs));
    }
  }

  const working = Promise.all(jobs.map(work));

  return {
    /** Resolves when all their requests are answered, or never will be. */
    async leave(): Promise<void> {
      leaving.abort();
      await working;
    },
  };
}
