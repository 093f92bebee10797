import type { Checkpoint } from "@malamar/contract/checkpoint.ts";
import { Link, useLocation, useSearchParams } from "react-router";
import { ChangeFigures } from "#components/change-figures.tsx";
import { measureOf } from "#features/tasks/changes.logic.ts";
import { counted } from "#lib/format.ts";
import { searchOf } from "./task-address.logic.ts";

type ChangesLinkProps = {
  checkpoint: Checkpoint;
  /** Whose changes they are, for screen readers, which may read the link alone. */
  about: string;
  /** Where there is hardly any room. */
  isShort?: boolean;
};

/** Opens what changed up to a stored state. Nothing if nothing did, as after a commit alone. */
export function ChangesLink({ checkpoint, about, isShort = false }: ChangesLinkProps) {
  const { state } = useLocation();
  const [search] = useSearchParams();
  const { id, files, additions, deletions } = checkpoint;
  const measure = measureOf(checkpoint);
  if (measure === null) return null;
  return (
    <Link
      to={{ search: searchOf("changes", id, search) }}
      replace
      state={state}
      className="hit-area inline-flex items-center gap-1.5 rounded-sm text-sm font-medium whitespace-nowrap text-primary hover:underline"
    >
      <span className={isShort ? "sr-only" : undefined}>
        Changes<span className="sr-only"> of {about}</span>
      </span>
      {measure === "lines" ? (
        <ChangeFigures additions={additions} deletions={deletions} />
      ) : (
        counted(files, "file")
      )}
    </Link>
  );
}
