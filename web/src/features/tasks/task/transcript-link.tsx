import type { RunId } from "@malamar/contract/ids.ts";
import { Link, useLocation, useSearchParams } from "react-router";
import { searchOf } from "./task-address.logic.ts";

type TranscriptLinkProps = {
  /** Null means the run in progress. */
  run: RunId | null;
  label: string;
  /** Whose transcript it is, for screen readers, which may read the link alone. */
  about: string;
};

export function TranscriptLink({ run, label, about }: TranscriptLinkProps) {
  const { state } = useLocation();
  const [search] = useSearchParams();
  return (
    <Link
      to={{ search: searchOf("transcript", run, search) }}
      replace
      state={state}
      className="hit-area rounded-sm text-sm font-medium whitespace-nowrap text-primary hover:underline"
    >
      {label}
      <span className="sr-only"> of {about}</span>
    </Link>
  );
}
