import type { WorkspaceId } from "@malamar/contract/ids.ts";
import { CircleAlert, CircleCheck, Play, Square } from "lucide-react";
import { memo, useEffect, useRef } from "react";
import { useWatch, type UseFormReturn } from "react-hook-form";
import { WarningLine } from "#components/warning-line.tsx";
import { WriteButton } from "#components/write-button.tsx";
import { cn } from "#lib/cn.ts";
import { duration } from "#lib/format.ts";
import { trySetupOf, type SettingsInput, type SettingsOutput } from "./settings-form.logic.ts";
import { isUnderWay, useSetupTrial, type Trial } from "./use-setup-trial.ts";

type SetupTrialProps = {
  form: UseFormReturn<SettingsInput, unknown, SettingsOutput>;
  workspaceId: WorkspaceId;
};

/** Runs the setup command as it is typed, before a task depends on it. */
export function SetupTrial({ form, workspaceId }: SetupTrialProps) {
  const command = useWatch({ control: form.control, name: "setup_command" });
  const { trial, start, stop } = useSetupTrial(workspaceId);
  const isBusy = trial !== null && isUnderWay(trial);
  const begin = () => {
    const input = trySetupOf(form.getValues());
    if (input === null) void form.trigger();
    else void start(input);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for form fields
    <div role="group" aria-label="Trial" className="space-y-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {/* One button, so that the focus stays. */}
        <WriteButton
          size="small"
          isBlocked={!isBusy && command.trim() === ""}
          data-command={isBusy ? "Stop the setup command" : "Try the setup command"}
          onClick={isBusy ? stop : begin}
        >
          {isBusy ? <Square aria-hidden /> : <Play aria-hidden />}
          {isBusy ? "Stop" : "Try it"}
        </WriteButton>
        {trial === null ? (
          <p className="text-sm text-muted">In a new worktree that is thrown away afterwards.</p>
        ) : (
          <State trial={trial} />
        )}
      </div>
      {trial?.notices.map((notice) => (
        <WarningLine key={notice} text={notice} />
      ))}
      {trial !== null && trial.output !== "" && <Output text={trial.output} />}
    </div>
  );
}

function State({ trial: { state, problem, duration_ms } }: { trial: Trial }) {
  const Icon = state === "passed" ? CircleCheck : CircleAlert;
  const isOver = state === "passed" || state === "failed";
  return (
    <p className="flex min-w-0 items-start gap-1.5 text-sm">
      {isOver && (
        <Icon
          aria-hidden
          className={cn(
            "mt-px size-3.5 shrink-0",
            state === "passed" ? "text-status-done" : "text-error",
          )}
        />
      )}
      <output className="min-w-0 wrap-any">{problem ?? WORDS[state]}</output>
      <span className="whitespace-nowrap text-muted tabular-nums">{duration(duration_ms)}</span>
    </p>
  );
}

const WORDS: Readonly<Record<Trial["state"], string>> = {
  preparing: "Creating a worktree…",
  running: "Running…",
  passed: "It worked (exit code 0).",
  failed: "It failed.",
};

/** The end of its output. Scrolls to new lines, and stays where it is without any. */
const Output = memo(function Output({ text }: { text: string }) {
  const ref = useRef<HTMLPreElement>(null);
  useEffect(() => {
    if (ref.current !== null) ref.current.scrollTop = ref.current.scrollHeight;
  });
  return (
    <pre
      ref={ref}
      aria-label="End of the output"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so keyboards must reach it
      tabIndex={0}
      className="max-h-60 overflow-y-auto rounded-md border bg-surface px-2 py-1.5 font-mono text-sm wrap-any whitespace-pre-wrap"
    >
      {text}
    </pre>
  );
});
