import { Search } from "lucide-react";
import { useId, useState, type KeyboardEvent } from "react";
import { DialogClose } from "#components/ui/dialog.tsx";
import { counted } from "#lib/format.ts";
import { shortened } from "#lib/short-text.logic.ts";
import {
  FIRST_GROUPS,
  type FinalItem,
  type PaletteItem,
  type QuestionItem,
} from "./palette-item.ts";
import { arranged, matching, movedTo } from "./palette.logic.ts";
import { PaletteList } from "./palette-list.tsx";
import { useCommands } from "./use-commands.tsx";
import { useThings } from "./use-things.ts";

/** A list whose selection follows the text. The focus stays in the field. */
export function PaletteSearch({ onChoose }: { onChoose: (item: FinalItem) => void }) {
  const listId = useId();
  const [text, setText] = useState("");
  const [pointed, setPointed] = useState<string | null>(null);
  const [asked, setAsked] = useState<QuestionItem | null>(null);
  const commands = useCommands();
  const { items: things, ...search } = useThings(text);
  const isSearching = asked === null && search.isSearching;
  const items: readonly PaletteItem[] =
    asked === null
      ? arranged<PaletteItem>(commands, things, text, FIRST_GROUPS)
      : matching(asked.choices, text);
  const active = items.find(({ id }) => id === pointed) ?? items[0] ?? null;

  const write = (typed: string) => {
    setText(typed);
    setPointed(null);
  };
  const ask = (item: QuestionItem | null) => {
    setAsked(item);
    write("");
  };
  const choose = (item: PaletteItem) => ("choices" in item ? ask(item) : onChoose(item));

  const press = (event: KeyboardEvent) => {
    if (event.key === "Backspace" && text === "") ask(null);
    const step = STEPS[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const ids = items.map(({ id }) => id);
      setPointed(movedTo(ids, active?.id ?? null, step));
    }
    // An Enter that ends an IME composition must not choose anything.
    if (event.key === "Enter" && !event.nativeEvent.isComposing && active !== null) {
      event.preventDefault();
      choose(active);
    }
  };

  return (
    <>
      <div className="flex items-center gap-2 border-b px-4">
        <Search aria-hidden className="size-4 shrink-0 text-muted" />
        <input
          role="combobox"
          aria-label={asked?.question ?? WORDS}
          aria-expanded
          aria-autocomplete="list"
          aria-controls={listId}
          aria-activedescendant={active === null ? undefined : optionId(listId, active)}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          placeholder={asked?.question ?? WORDS}
          className="h-12 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-muted pointer-coarse:text-touch"
          value={text}
          onChange={(event) => write(event.target.value)}
          onKeyDown={press}
        />
        <DialogClose />
      </div>
      <PaletteList
        id={listId}
        items={items}
        active={active}
        optionId={(item) => optionId(listId, item)}
        onPoint={(item) => setPointed(item.id)}
        onChoose={choose}
      />
      {items.length === 0 && (
        <p className="px-4 py-8 text-center wrap-any text-muted">
          {isSearching ? "Searching…" : `Nothing found for “${shortened(text.trim(), 80)}”`}
        </p>
      )}
      <output className="sr-only">{isSearching ? "" : counted(items.length, "result")}</output>
    </>
  );
}

const WORDS = "Search or run a command";

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

function optionId(listId: string, { id }: PaletteItem): string {
  return `${listId}-${id.replaceAll(/\s+/g, "-")}`;
}
