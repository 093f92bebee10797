/**
 * How much there is of everything. One number says how large a data set is; its shape stays the
 * same.
 */
export interface Size {
  workspaces: number;
  tasks: number;
  comments: number;
  chats: number;
  transcriptBytes: number;
  /** Of the one transcript that is measured. */
  longTranscriptBytes: number;
}

/** What is measured is the same in a data set of any size, so even the smallest has all of it. */
const LEAST: Size = {
  workspaces: 60,
  tasks: 1_000,
  comments: 25_000,
  chats: 120,
  transcriptBytes: 20_000_000,
  longTranscriptBytes: 1_000_000,
};

const AT_SCALE_1: Size = {
  workspaces: 1_000,
  tasks: 100_000,
  comments: 2_000_000,
  chats: 10_000,
  transcriptBytes: 10_000_000_000,
  longTranscriptBytes: 300_000_000,
};

export function sizeOf(scale: number): Size {
  const of = (what: keyof Size) => Math.max(LEAST[what], Math.round(AT_SCALE_1[what] * scale));
  return {
    workspaces: of("workspaces"),
    tasks: of("tasks"),
    comments: of("comments"),
    chats: of("chats"),
    transcriptBytes: of("transcriptBytes"),
    longTranscriptBytes: of("longTranscriptBytes"),
  };
}

/** Whole shares of a total, in proportion to the weights; together they are exactly the total. */
export function shared(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  let soFar = 0;
  let given = 0;
  return weights.map((weight) => {
    soFar += weight;
    const end = Math.round((total * soFar) / sum);
    const part = end - given;
    given = end;
    return part;
  });
}
