import { WorkspaceSort } from "@malamar/contract/workspace.ts";
import { Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Input } from "#components/ui/input.tsx";
import { NativeSelect } from "#components/ui/native-select.tsx";
import { SORT_LABELS, type ListParams } from "./list-params.logic.ts";

/** Long enough not to ask for every letter, short enough to feel like an answer to the last one. */
const TYPING_PAUSE_MS = 250;

type WorkspaceToolbarProps = {
  params: ListParams;
  onChange: (change: Partial<ListParams>) => void;
};

export function WorkspaceToolbar({ params, onChange }: WorkspaceToolbarProps) {
  return (
    <search aria-label="Workspaces" className="flex flex-wrap items-center gap-2">
      <SearchBox q={params.q} onSearch={(q) => onChange({ q })} />
      <NativeSelect
        aria-label="Sort by"
        className="min-w-0 flex-1 basis-36 sm:flex-none"
        value={params.sort}
        onChange={(event) => onChange({ sort: WorkspaceSort.parse(event.target.value) })}
      >
        {WorkspaceSort.options.map((sort) => (
          <option key={sort} value={sort}>
            {SORT_LABELS[sort]}
          </option>
        ))}
      </NativeSelect>
    </search>
  );
}

function SearchBox({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  const [text, setText] = useState(q);
  const [askedFor, setAskedFor] = useState(q);
  const [shownQ, setShownQ] = useState(q);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // The address changed, and not because of us (back, forward, a cleared search): the box follows.
  if (q !== shownQ) {
    setShownQ(q);
    if (q !== askedFor) setText(q);
  }

  function type(typed: string) {
    setText(typed);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setAskedFor(typed);
      onSearch(typed);
    }, TYPING_PAUSE_MS);
  }

  return (
    <div className="relative min-w-0 flex-1 basis-36 sm:max-w-72">
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-muted"
      />
      <Input
        type="search"
        aria-label="Search workspaces"
        placeholder="Search by title"
        className="pl-8"
        value={text}
        onChange={(event) => type(event.target.value)}
      />
    </div>
  );
}
