/** Sends numbers to the process that started this one; without it there is nobody to work for. */
export function tellParent(figure: number): void {
  process.send?.(figure);
}

export type Answer = () => number | Promise<number>;

export function answerParent(answers: Readonly<Record<string, Answer>>): void {
  process.on("message", (word: string) => {
    const answer = answers[word];
    if (!answer) throw new Error(`Nobody here knows the word ${word}.`);
    void Promise.resolve(answer()).then(tellParent);
  });
}

export function endWithParent(): void {
  process.on("disconnect", () => process.exit(0));
}

/** The same for a program with processes of its own, which must be ended first, also on SIGTERM. */
export function endInGoodOrder(stop: () => Promise<void>): void {
  const end = () => void stop().then(() => process.exit(0));
  process.once("disconnect", end);
  process.once("SIGTERM", end);
}

/** Milliseconds on a clock that all processes of the machine share. */
export function sharedNow(): number {
  return performance.timeOrigin + performance.now();
}
