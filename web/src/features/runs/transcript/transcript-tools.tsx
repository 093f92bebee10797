import { Search, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Input } from "#components/ui/input.tsx";
import { cn } from "#lib/cn.ts";
import { CopyIcon } from "#components/copy-icon.tsx";
import { CHIPS, isFiltering, toggled, type Chip, type RowFilter } from "./row-filter.logic.ts";

/** Long enough to avoid a search for every letter, short enough to feel immediate. */
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

/** Filters a transcript and copies it. */
export function TranscriptTools({ filter, onFilter, copy }: TranscriptToolsProps) {
  /** A narrow view shows the field on demand, a wide one always. */
  const [isSearching, setIsSearching] = useState(false);
  const isOpen = isSearching || filter.text !== "";
  const toggleSearch = () => {
    setIsSearching(!isOpen);
    if (isOpen) onFilter({ ...filter, text: "" });
  };
  return (
    <div className="@container shrink-0 border-b">
      <div
        role="toolbar"
        aria-label="Transcript"
        data-commands="Transcript"
        className="flex flex-wrap items-center gap-1.5 px-3 py-1.5"
      >
        {CHIPS.map((chip) => (
          <Button
            key={chip}
            size="small"
            data-command={`Show only ${LABELS[chip].toLowerCase()}`}
            aria-pressed={filter.chips.includes(chip)}
            onClick={() => onFilter(toggled(filter, chip))}
            className="rounded-full border-border px-2.5 text-muted aria-pressed:border-primary aria-pressed:bg-hover aria-pressed:text-foreground"
          >
            {LABELS[chip]}
          </Button>
        ))}
        <CopyIcon
          text={copy}
          label={isFiltering(filter) ? "Copy matching rows" : "Copy visible rows"}
          className="ml-auto size-7"
        />
        <Button
          size="icon"
          variant="ghost"
          aria-label="Search"
          aria-expanded={isOpen}
          onClick={toggleSearch}
          className="size-7 @lg:hidden"
        >
          <Search aria-hidden />
        </Button>
        <div className={cn("w-full @lg:block @lg:w-56", !isOpen && "hidden")}>
          <SearchField filter={filter} onFilter={onFilter} hasFocus={isSearching} />
        </div>
      </div>
    </div>
  );
}

type SearchFieldProps = Omit<TranscriptToolsProps, "copy"> & {
  /** The user opened the field and is about to type. */
  hasFocus: boolean;
};

function SearchField({ filter, onFilter, hasFocus }: SearchFieldProps) {
  const [text, setText] = useState(filter.text);
  const [shown, setShown] = useState(filter.text);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (hasFocus) field.current?.focus();
  }, [hasFocus]);
  // Something else changed it, such as showing a row in its context: the field follows.
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
    // Escape clears a field with text and must not close what surrounds it.
    <div data-editor={text === "" ? undefined : ""} className="relative">
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
          if (event.key === "Escape" && text !== "") clear();
        }}
      />
      {text !== "" && (
        <button
          type="button"
          aria-label="Clear search"
          onClick={clear}
          className="absolute inset-y-0 right-0.5 my-auto flex size-6 items-center justify-center rounded-sm text-muted hover:bg-hover"
        >
          <X aria-hidden className="size-3.5" />
        </button>
      )}
    </div>
  );
}
