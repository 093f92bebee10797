/** Nothing in a benchmark may hang: anything that takes longer has failed. */
export async function within<Result>(
  ms: number,
  what: string,
  work: Promise<Result>,
): Promise<Result> {
  let timer: Timer | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`Waited ${ms} ms for ${what}.`)), ms);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
