/** Numbers to the process that started this one; without it, nobody is left to work for. */
export function tellParent(figure: number): void {
  process.send?.(figure);
}

export function answerParent(answers: Readonly<Record<string, () => number>>): void {
  process.on("message", (word: string) => {
    const answer = answers[word];
    if (!answer) throw new Error(`Nobody here knows the word ${word}.`);
    tellParent(answer());
  });
}

export function endWithParent(): void {
  process.on("disconnect", () => process.exit(0));
}

/** Milliseconds on a clock that all processes of the machine share. */
export function sharedNow(): number {
  return performance.timeOrigin + performance.now();
}
