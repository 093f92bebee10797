import { RunPicker } from "#features/runs/transcript/run-picker.tsx";
import { RunTranscript } from "#features/runs/transcript/run-transcript.tsx";
import type { TranscriptArgs } from "#features/tasks/task/open-task.tsx";

/** The transcript of a run of a task, and the way to its other runs. */
export function TaskTranscript({ runs, selectedRunId, onSelectRun }: TranscriptArgs) {
  const run = runs.find(({ id }) => id === selectedRunId);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="shrink-0 px-1 pt-2 sm:px-2">
        <RunPicker runs={runs} selectedId={selectedRunId} onSelect={onSelectRun} />
      </div>
      {run !== undefined && <RunTranscript key={run.id} run={run} />}
    </div>
  );
}
