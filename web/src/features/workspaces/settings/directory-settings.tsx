import type { WorkspaceId } from "@malamar/contract/ids.ts";
import { useWatch, type UseFormReturn } from "react-hook-form";
import { Link } from "react-router";
import { CheckboxField } from "#components/checkbox-field.tsx";
import { RadioCard } from "#components/radio-card.tsx";
import { PathField } from "#features/workspaces/path-field.tsx";
import type { DirectoryFact } from "#features/workspaces/path.logic.ts";
import { baseFacts, canBranch, repositoryFacts } from "#features/workspaces/repository.logic.ts";
import { useDirectory } from "#features/workspaces/use-directory.ts";
import { useRepository } from "#features/workspaces/use-repository.ts";
import { BranchSettings } from "./branch-settings.tsx";
import type { SettingsInput, SettingsOutput } from "./settings-form.logic.ts";
import { SettingsSection } from "#components/settings-section.tsx";

type DirectorySettingsProps = {
  form: UseFormReturn<SettingsInput, unknown, SettingsOutput>;
  workspaceId: WorkspaceId;
};

/** Where agents work: in a repository, in a folder that tasks share, or each task in its own. */
export function DirectorySettings({ form, workspaceId }: DirectorySettingsProps) {
  const { register, control } = form;
  const mode = useWatch({ control, name: "working_directory_mode" });
  const path = useWatch({ control, name: "working_directory_path" });
  const base = useWatch({ control, name: "base_branch" });
  const repository = useRepository(mode === "temp" ? "" : path);
  return (
    <>
      <SettingsSection title="Where agents work" text="Where they read and write files.">
        <fieldset>
          <legend className="sr-only">Where agents work</legend>
          <div className="grid gap-2 @4xl:grid-cols-3">
            <RadioCard label="My repository" value="git" {...register("working_directory_mode")}>
              <span className="block text-sm text-muted">A branch for each task.</span>
            </RadioCard>
            <RadioCard
              label="My project folder"
              value="static"
              {...register("working_directory_mode")}
            >
              <span className="block text-sm text-muted">Shared by all tasks.</span>
            </RadioCard>
            <RadioCard
              label="A new folder per task"
              value="temp"
              {...register("working_directory_mode")}
            >
              <span className="block text-sm text-muted">Each task starts empty.</span>
            </RadioCard>
          </div>
        </fieldset>
      </SettingsSection>
      {mode === "git" && (
        <SettingsSection
          title="Repository"
          text={
            <>
              Each task works in its own worktree, on its own branch. Your checkout, your index and
              your branches stay as they are.{" "}
              <Link to="/help/repositories" className="hit-area rounded-sm text-primary underline">
                How it works
              </Link>
            </>
          }
        >
          {/* Two lines are usual: what it is, and what tasks start without. */}
          <Path
            form={form}
            facts={
              repository === undefined
                ? []
                : [...repositoryFacts(repository), ...baseFacts(repository, base)]
            }
            factsClassName="min-h-11"
          />
          <BranchSettings form={form} repository={repository} workspaceId={workspaceId} />
          <CheckboxField
            label="Keep checkpoints of chats"
            hint="Chats work in your own checkout. Malamar stores its files before and after each answer, so you can see what it changed. This adds objects and hidden refs to the repository."
            {...register("checkpoints")}
          />
        </SettingsSection>
      )}
      {mode === "static" && (
        <SettingsSection title="Project folder" text="All tasks work in it, one after the other.">
          <Path
            form={form}
            facts={canBranch(repository) ? repositoryFacts(repository).slice(0, 1) : null}
          />
          <CheckboxField
            label="Keep checkpoints"
            hint="If the folder is in a Git repository, Malamar stores its files before and after each run, so that you see what a task changed and can restore it. This adds objects and hidden refs to the repository; your branches, your index and your files stay as they are."
            {...register("checkpoints")}
          />
        </SettingsSection>
      )}
    </>
  );
}

type PathProps = Pick<DirectorySettingsProps, "form"> & {
  facts: readonly DirectoryFact[] | null;
  factsClassName?: string;
};

function Path({ form, ...props }: PathProps) {
  const { register, control, formState } = form;
  const typed = useWatch({ control, name: "working_directory_path" });
  const { directory } = useDirectory(typed);
  return (
    <PathField
      {...props}
      path={register("working_directory_path")}
      typed={typed}
      onPath={(chosen) =>
        form.setValue("working_directory_path", chosen, {
          shouldDirty: true,
          shouldValidate: formState.isSubmitted,
        })
      }
      directory={directory}
      error={formState.errors.working_directory_path?.message}
    />
  );
}
