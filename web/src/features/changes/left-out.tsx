import type { LeftOut as LeftOutFile } from "@malamar/contract/checkpoint.ts";
import { TriangleAlert } from "lucide-react";
import { Disclosure } from "#components/disclosure.tsx";
import { counted, fileSize } from "#lib/format.ts";

const REASONS: Readonly<Record<LeftOutFile["reason"], string>> = {
  too_large: "too large",
  nested_repository: "nested repository",
  submodule_changes: "changes inside a submodule",
};

/** Files that are not stored with this state, so nobody can see or restore them here. */
export function LeftOut({ files }: { files: readonly LeftOutFile[] }) {
  if (files.length === 0) return null;
  return (
    <Disclosure
      className="shrink-0 border-b bg-review-surface"
      summary={
        <span className="flex min-w-0 items-center gap-1.5 text-sm">
          <TriangleAlert aria-hidden className="size-3.5 shrink-0 text-status-review" />
          {counted(files.length, "path")} not in this checkpoint
        </span>
      }
    >
      <ul className="max-h-40 space-y-0.5 overflow-y-auto px-9 pb-2 text-sm">
        {files.map(({ path, reason, size_bytes }) => (
          <li key={path} className="wrap-any">
            <span className="font-mono">{path}</span>{" "}
            <span className="text-muted">
              {[REASONS[reason], ...(size_bytes === null ? [] : [fileSize(size_bytes)])].join(", ")}
            </span>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
