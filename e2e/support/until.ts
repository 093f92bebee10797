/** Long for a busy machine, short for a person who waits for a failing test. */
const PATIENCE_MS = 20_000;

/** Often enough not to delay a test, rarely enough to leave the machine to others. */
const PAUSE_MS = 5;

/** Waits until there is something, and returns it. What never comes is named. */
export async function until<Found>(
  look: () => Found | Promise<Found>,
  what: string,
  patienceMs = PATIENCE_MS,
): Promise<NonNullable<Found>> {
  const end = performance.now() + patienceMs;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (performance.now() > end) throw new Error(`Waited ${patienceMs} ms in vain until ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
