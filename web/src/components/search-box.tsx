import { Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Input } from "./ui/input.tsx";

/** Long enough to avoid a request for every letter, short enough to feel immediate. */
const TYPING_PAUSE_MS = 250;

type SearchBoxProps = { label: string; q: string; onSearch: (q: string) => void };

/** Searches titles while the user types. The query is in the address. */
export function SearchBox({ label, q, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(q);
  const [askedFor, setAskedFor] = useState(q);
  const [shownQ, setShownQ] = useState(q);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // Something else changed the address (back, forward, a cleared search): the box follows.
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
        aria-label={label}
        placeholder="Search by title"
        className="pl-8"
        value={text}
        onChange={(event) => type(event.target.value)}
      />
    </div>
  );
}
