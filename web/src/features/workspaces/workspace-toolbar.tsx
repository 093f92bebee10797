import type { RefObject } from "react";
import { SearchBox } from "#components/search-box.tsx";
import { NativeSelect } from "#components/ui/native-select.tsx";
import { SORT_LABELS, sortFrom, SORTS, type ListParams } from "./list-params.logic.ts";

type WorkspaceToolbarProps = {
  params: ListParams;
  onChange: (change: Partial<ListParams>) => void;
  ref: RefObject<HTMLElement | null>;
};

export function WorkspaceToolbar({ params, onChange, ref }: WorkspaceToolbarProps) {
  return (
    <search ref={ref} aria-label="Workspaces" className="flex flex-wrap items-center gap-2">
      <SearchBox label="Search workspaces" q={params.q} onSearch={(q) => onChange({ q })} />
      <NativeSelect
        aria-label="Sort by"
        className="min-w-0 flex-1 basis-36 sm:flex-none"
        value={params.sort}
        onChange={({ target }) => onChange({ sort: sortFrom(target.value) })}
      >
        {SORTS.map((sort) => (
          <option key={sort} value={sort}>
            {SORT_LABELS[sort]}
          </option>
        ))}
      </NativeSelect>
    </search>
  );
}
