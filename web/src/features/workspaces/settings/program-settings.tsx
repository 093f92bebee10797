import type { RepositoryFacts } from "@malamar/contract/repository.ts";
import { Ban, Play } from "lucide-react";
import { useId } from "react";
import { useWatch, type UseFormReturn } from "react-hook-form";
import { CheckboxField } from "#components/checkbox-field.tsx";
import { programsOf } from "#features/workspaces/repository.logic.ts";
import { counted } from "#lib/format.ts";
import type { SettingsInput, SettingsOutput } from "./settings-form.logic.ts";

type ProgramSettingsProps = {
  form: UseFormReturn<SettingsInput, unknown, SettingsOutput>;
  repository: RepositoryFacts | undefined;
};

/** The programs that a repository names for Git to run, and whether Malamar's Git runs them. */
export function ProgramSettings({ form, repository }: ProgramSettingsProps) {
  const headingId = useId();
  const isTrusted = useWatch({ control: form.control, name: "trust_repository_programs" });
  const programs = programsOf(repository, isTrusted);
  return (
    <div className="space-y-3">
      <CheckboxField
        label="Trust the programs that this repository names"
        hint="Only if you know where it comes from: its configuration can make Git start any program, with your permissions. When off, Malamar's Git runs none of them except Git LFS. An agent that runs Git itself starts them anyway."
        {...form.register("trust_repository_programs")}
      />
      {programs.length > 0 && (
        <div className="space-y-1.5">
          <h4 id={headingId} className="text-sm font-medium">
            {counted(programs.length, "program")} in its configuration
          </h4>
          <ul aria-labelledby={headingId} className="divide-y rounded-md border text-sm">
            {programs.map((program) => (
              <ProgramRow
                key={`${program.scope} ${program.key} ${program.value}`}
                program={program}
              />
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

function ProgramRow({ program }: { program: ReturnType<typeof programsOf>[number] }) {
  const { key, value, scope, is_run } = program;
  const Icon = is_run ? Play : Ban;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-0.5 px-2.5 py-1.5">
      <span className="min-w-0 font-mono wrap-any">
        {key}
        <span className="text-muted"> = {value}</span>
        {scope === "worktree" && <span className="text-muted"> (this worktree)</span>}
      </span>
      <span
        className={
          is_run
            ? "inline-flex items-center gap-1 whitespace-nowrap text-status-review"
            : "inline-flex items-center gap-1 whitespace-nowrap text-muted"
        }
      >
        <Icon aria-hidden className="size-3.5 shrink-0" />
        {is_run ? "Runs" : "Does not run"}
      </span>
    </li>
  );
}
