import { Search, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Input } from "#components/ui/input.tsx";
import { CopyIcon } from "./copy-icon.tsx";
import { CHIPS, isFiltering, toggled, type Chip, type RowFilter } from "./row-filter.logic.ts";

/** Long enough not to begin anew with every letter, short enough to feel like an answer to the last one. */
const TYPING_PAUSE_MS = 250;

const LABELS: Readonly<Record<Chip, string>> = {
  messages: "Messages",
  files: "Files",
  commands: "Commands",
  failed: "Failed",
};

type TranscriptToolsProps = {
  filter: RowFilter;
  onFilter: (filter: RowFilter) => void;
  copy: () => string;
};

/** What of a transcript is shown. */
export function TranscriptTools({ filter, onFilter, copy }: TranscriptToolsProps) {
  return (
    <div
      role="toolbar"
      aria-label="Transcript"
      data-commands=""
      className="flex shrink-0 flex-wrap items-center gap-1.5 border-b px-3 py-1.5"
    >
      {CHIPS.map((chip) => (
        <Button
          key={chip}
          size="small"
          aria-pressed={filter.chips.includes(chip)}
          onClick={() => onFilter(toggled(filter, chip))}
          className="aria-pressed:border-primary aria-pressed:bg-hover"
        >
          {LABELS[chip]}
        </Button>
      ))}
      <div className="ml-auto flex min-w-40 flex-1 items-center gap-1.5 sm:max-w-64">
        <SearchField filter={filter} onFilter={onFilter} />
        <CopyIcon
          text={copy}
          label={isFiltering(filter) ? "Copy found rows" : "Copy visible rows"}
        />
      </div>
    </div>
  );
}

function SearchField({ filter, onFilter }: Omit<TranscriptToolsProps, "copy">) {
  const [text, setText] = useState(filter.text);
  const [shown, setShown] = useState(filter.text);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => () => clearTimeout(timer.current), []);
  // Changed from elsewhere, as by showing a row in its place: the field follows.
  if (filter.text !== shown) {
    setShown(filter.text);
    setText(filter.text);
  }
  const search = (typed: string) => {
    clearTimeout(timer.current);
    setShown(typed.trim());
    onFilter({ ...filter, text: typed.trim() });
  };
  const type = (typed: string) => {
    setText(typed);
    clearTimeout(timer.current);
    timer.current = setTimeout(search, TYPING_PAUSE_MS, typed);
  };
  const clear = () => {
    setText("");
    search("");
    field.current?.focus();
  };
  return (
    <div className="relative min-w-0 flex-1">
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2 size-3.5 -translate-y-1/2 text-muted"
      />
      <Input
        ref={field}
        aria-label="Search this transcript"
        placeholder="Search"
        className="h-7 px-7 text-sm"
        value={text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") search(text);
          // In a dialog it would close all of it.
          if (event.key !== "Escape" || text === "") return;
          event.stopPropagation();
          clear();
        }}
      />
      {text !== "" && (
        <button
          type="button"
          aria-label="Clear search"
          onClick={clear}
          className="hit-area absolute top-1 right-1 flex size-5 items-center justify-center rounded-sm text-muted hover:bg-hover"
        >
          <X aria-hidden className="size-3.5" />
        </button>
      )}
    </div>
  );
}
