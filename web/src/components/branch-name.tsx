import { GitBranch } from "lucide-react";
import { CopyableName } from "./copyable-name.tsx";
import { WarningLine } from "./warning-line.tsx";

type BranchNameProps = {
  name: string;
  /** What someone did with it. */
  notice?: string | null | undefined;
};

export function BranchName({ name, notice }: BranchNameProps) {
  return (
    <>
      <CopyableName icon={GitBranch} kind="branch name" name={name} />
      {notice != null && <WarningLine text={notice} />}
    </>
  );
}
