import type { RunId } from "@malamar/contract/ids.ts";
import type { Run } from "@malamar/contract/run.ts";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { NativeSelect } from "#components/ui/native-select.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { useNow } from "#lib/clock.ts";
import { runLabel } from "./run-words.logic.ts";

type RunPickerProps = {
  /** Oldest first, as the server lists them. */
  runs: readonly Run[];
  selectedId: RunId | null;
  onSelect: (id: RunId) => void;
};

/** Selects the run of a task: a list, newest first, and buttons for next and previous. */
export function RunPicker({ runs, selectedId, onSelect }: RunPickerProps) {
  const now = useNow();
  const selected = runs.findIndex(({ id }) => id === selectedId);
  const select = (id: string) => {
    const run = runs.find((candidate) => candidate.id === id);
    if (run !== undefined) onSelect(run.id);
  };
  return (
    <div className="flex min-w-0 items-center gap-1 pointer-coarse:gap-3">
      <StepButton label="Previous run" run={runs[selected - 1]} onSelect={onSelect}>
        <ChevronLeft aria-hidden />
      </StepButton>
      <NativeSelect
        aria-label="Run"
        className="min-w-0 flex-1"
        value={selectedId ?? ""}
        onChange={(event) => select(event.target.value)}
      >
        {selected === -1 && <option value={selectedId ?? ""}>Choose a run</option>}
        {runs.toReversed().map((run) => (
          <option key={run.id} value={run.id}>
            {runLabel(run, now)}
          </option>
        ))}
      </NativeSelect>
      <StepButton label="Next run" run={runs[selected + 1]} onSelect={onSelect}>
        <ChevronRight aria-hidden />
      </StepButton>
    </div>
  );
}

type StepButtonProps = {
  label: string;
  run: Run | undefined;
  onSelect: (id: RunId) => void;
  children: React.ReactNode;
};

/** Stays rendered at the ends of the list, so that it keeps the focus. */
function StepButton({ label, run, onSelect, children }: StepButtonProps) {
  return (
    <Tooltip text={label}>
      <Button
        variant="ghost"
        size="icon"
        aria-label={label}
        aria-disabled={run === undefined}
        onClick={() => run !== undefined && onSelect(run.id)}
      >
        {children}
      </Button>
    </Tooltip>
  );
}
