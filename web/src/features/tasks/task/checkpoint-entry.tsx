import type { Checkpoint } from "@malamar/contract/checkpoint.ts";
import { GitCommitHorizontal } from "lucide-react";
import { RelativeTime } from "#components/relative-time.tsx";
import { KIND_WORDS } from "#lib/checkpoint-words.logic.ts";
import { ChangesLink } from "./changes-link.tsx";

/** A state of the files that no run left behind, as one line. */
export function CheckpointEntry({ checkpoint }: { checkpoint: Checkpoint }) {
  const { kind, created_at } = checkpoint;
  const words = kind === "run" ? "Run" : KIND_WORDS[kind];
  return (
    <li className="flex items-start gap-2 px-3 text-sm text-muted">
      <GitCommitHorizontal aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-1.5">
        <span>{words}</span>
        <ChangesLink checkpoint={checkpoint} about={words} />
      </span>
      <span className="shrink-0">
        <RelativeTime iso={created_at} />
      </span>
    </li>
  );
}
