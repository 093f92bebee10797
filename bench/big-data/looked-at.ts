import type { TranscriptEvent } from "@malamar/contract/transcript.ts";
import { startExecutable, type RunningExecutable } from "../harness/running-executable.ts";
import { dataSet, type DataSet } from "./data-sets.ts";
import type { Looked } from "./questions.ts";

/** The executable on one of the data sets, and what to measure there. */
export interface OnDataSet extends RunningExecutable {
  set: DataSet;
  at: Looked;
}

export async function startOn(which: "small" | "big"): Promise<OnDataSet> {
  const set = dataSet(which);
  const server = await startExecutable(set.dataDir);
  const path = `/api/runs/${set.longRun}/transcript?last=1`;
  const [last] = await server.call<TranscriptEvent[]>("GET", path);
  return { ...server, set, at: { ...set, events: last!.seq } };
}
