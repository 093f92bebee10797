import type { AttentionItem } from "@malamar/contract/task.ts";
import { memo } from "react";
import { Link } from "react-router";
import { RelativeTime } from "#components/relative-time.tsx";
import { useNow } from "#lib/clock.ts";
import { attentionPath, causeOf, kindOf, titleOf } from "./attention.logic.ts";
import { WaitKindLabel } from "./wait-kind.tsx";

/** One thing that waits. All of the row leads to its task. */
export const AttentionRow = memo(function AttentionRow({ item }: { item: AttentionItem }) {
  const cause = causeOf(item, useNow());
  return (
    <li className="skip-offscreen [contain-intrinsic-size:auto_52px]">
      <Link
        to={attentionPath(item)}
        className="grid min-h-9 content-center gap-x-3 gap-y-0.5 px-3 py-1.5 transition-colors duration-[120ms] hover:bg-hover focus-visible:-outline-offset-2 @3xl:grid-cols-[9.5rem_minmax(0,1fr)_minmax(0,12rem)_6.5rem] pointer-coarse:min-h-11 [&>*]:leading-5"
      >
        <span className="flex flex-wrap items-center justify-between gap-x-3 self-start text-sm">
          <WaitKindLabel kind={kindOf(item)} />
          <span className="text-muted @3xl:hidden">
            <RelativeTime iso={item.since} />
          </span>
        </span>
        <span className="min-w-0">
          <span dir="auto" className="block truncate font-medium">
            {titleOf(item)}
          </span>
          {cause !== null && (
            <span dir="auto" className="block truncate text-sm text-muted">
              {cause}
            </span>
          )}
        </span>
        <span dir="auto" className="min-w-0 truncate text-sm text-muted">
          {item.workspace_title}
        </span>
        <span className="text-right text-sm text-muted @max-3xl:hidden">
          <RelativeTime iso={item.since} />
        </span>
      </Link>
    </li>
  );
});
