import { useWatch, type UseFormReturn } from "react-hook-form";
import type { RepositoryFacts } from "@malamar/contract/repository.ts";
import { RadioCard } from "#components/radio-card.tsx";
import { folderName } from "./path.logic.ts";
import { PathField } from "./path-field.tsx";
import { canBranch, folderFacts, leftBehind } from "./repository.logic.ts";
import { useDirectory } from "./use-directory.ts";
import type { WorkspaceFormInput, WorkspaceFormOutput } from "./workspace-form.logic.ts";

type ProjectFieldsProps = {
  form: UseFormReturn<WorkspaceFormInput, unknown, WorkspaceFormOutput>;
  /** What is known of the repository at the typed path. */
  repository: RepositoryFacts | undefined;
};

/** Where the tasks of a new workspace have their files, and whether they share them. */
export function ProjectFields({ form, repository }: ProjectFieldsProps) {
  const { register, control } = form;
  const place = useWatch({ control, name: "place" });
  return (
    <>
      <fieldset className="space-y-1.5">
        <legend className="mb-1.5 font-medium">Where agents work</legend>
        <div className="grid gap-2 sm:grid-cols-2">
          <RadioCard label="My project" value="project" {...register("place")}>
            <span className="block text-sm text-muted">A folder or Git repository you have.</span>
          </RadioCard>
          <RadioCard label="A new folder per task" value="temp" {...register("place")}>
            <span className="block text-sm text-muted">Each task starts empty.</span>
          </RadioCard>
        </div>
      </fieldset>
      {place === "project" && <ProjectPath form={form} repository={repository} />}
      {place === "project" && canBranch(repository) && (
        <fieldset className="space-y-1.5">
          <legend className="mb-1.5 font-medium">Branches</legend>
          <div className="grid gap-2">
            <RadioCard
              label="A branch for each task"
              isRecommended
              value="branch"
              {...register("sharing")}
            >
              <span className="block text-sm text-muted">
                In its own worktree. Your checkout stays as it is.
              </span>
            </RadioCard>
            <RadioCard label="One shared folder" value="shared" {...register("sharing")}>
              <span className="block text-sm text-muted">
                Agents change your files directly, one task at a time.
              </span>
            </RadioCard>
          </div>
        </fieldset>
      )}
    </>
  );
}

function ProjectPath({ form, repository }: ProjectFieldsProps) {
  const { register, control, formState } = form;
  const typed = useWatch({ control, name: "working_directory_path" });
  const sharing = useWatch({ control, name: "sharing" });
  const { directory, isCurrent } = useDirectory(typed);
  /** Until the user types another title, it is the folder's name. */
  const nameAfter = (path: string) => {
    if (!["", folderName(typed)].includes(form.getValues("title"))) return;
    form.setValue("title", folderName(path), { shouldDirty: true });
  };
  const choosePath = (chosen: string) => {
    form.setValue("working_directory_path", chosen, { shouldDirty: true });
    nameAfter(chosen);
  };
  const known = isCurrent && directory !== undefined ? folderFacts(directory, repository) : [];
  const isBranched = sharing === "branch" && canBranch(repository);
  return (
    <PathField
      path={register("working_directory_path", {
        onBlur: () => {
          if (isCurrent && directory?.is_directory) nameAfter(typed);
        },
      })}
      typed={typed}
      onPath={choosePath}
      directory={directory}
      facts={[...known, ...(isBranched ? leftBehind(repository) : [])]}
      error={formState.errors.working_directory_path?.message}
    />
  );
}
