import type { WorkspaceId } from "@malamar/contract/ids.ts";
import type { RepositoryFacts } from "@malamar/contract/repository.ts";
import { GitBranch } from "lucide-react";
import { useWatch, type UseFormReturn } from "react-hook-form";
import { CheckboxField } from "#components/checkbox-field.tsx";
import { Field } from "#components/field.tsx";
import { SuggestInput } from "#components/suggest-input.tsx";
import { matching } from "#components/suggest-input.logic.ts";
import { CodeInput, Textarea } from "#components/ui/input.tsx";
import { baseHint, copyHint, prefixHint } from "./branch-settings.logic.ts";
import { ProgramSettings } from "./program-settings.tsx";
import type { SettingsInput, SettingsOutput } from "./settings-form.logic.ts";
import { SetupSettings } from "./setup-settings.tsx";

type BranchSettingsProps = {
  form: UseFormReturn<SettingsInput, unknown, SettingsOutput>;
  repository: RepositoryFacts | undefined;
  workspaceId: WorkspaceId;
};

/** How the worktree of a task is made, and its branch. */
export function BranchSettings({ form, repository, workspaceId }: BranchSettingsProps) {
  const { register, control, formState } = form;
  const { errors } = formState;
  const [base, prefix] = useWatch({ control, name: ["base_branch", "branch_prefix"] });
  return (
    <>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,15rem),1fr))] gap-x-6 gap-y-4">
        <Field
          label="Base branch"
          isOptional
          hint={baseHint(repository)}
          error={errors.base_branch?.message}
        >
          {(field) => (
            <SuggestInput
              {...field}
              {...register("base_branch")}
              options={matching(repository?.branches ?? [], base)}
              listLabel="Branches"
              icon={GitBranch}
              isFinal
              onChoose={(branch) =>
                form.setValue("base_branch", branch, {
                  shouldDirty: true,
                  shouldValidate: formState.isSubmitted,
                })
              }
            />
          )}
        </Field>
        <Field
          label="Branch prefix"
          hint={prefixHint(prefix)}
          error={errors.branch_prefix?.message}
        >
          {(field) => <CodeInput {...field} {...register("branch_prefix")} />}
        </Field>
      </div>
      <Field
        label="Copied files"
        isOptional
        hint={copyHint(repository?.worktree_include ?? null)}
        error={errors.copy_patterns?.message}
      >
        {(field) => (
          <Textarea
            {...field}
            {...register("copy_patterns")}
            rows={4}
            spellCheck={false}
            autoCapitalize="off"
            className="font-mono"
          />
        )}
      </Field>
      <SetupSettings
        form={form}
        suggested={repository?.suggested_setup ?? null}
        workspaceId={workspaceId}
      />
      <CheckboxField
        label="Check out submodules"
        hint="In every new worktree, including nested submodules."
        {...register("init_submodules")}
      />
      <ProgramSettings form={form} repository={repository} />
    </>
  );
}
