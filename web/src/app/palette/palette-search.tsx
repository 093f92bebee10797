import { Search } from "lucide-react";
import { useId, useState, type KeyboardEvent } from "react";
import { DialogClose } from "#components/ui/dialog.tsx";
import { counted } from "#lib/format.ts";
import { shortened } from "#lib/short-text.logic.ts";
import { THIS_TASK, type PaletteItem } from "./palette-item.ts";
import { arranged, movedTo } from "./palette.logic.ts";
import { PaletteList } from "./palette-list.tsx";
import { useCommands } from "./use-commands.tsx";
import { useThings } from "./use-things.ts";

/** A list whose choice follows the text; the focus stays in the field. */
export function PaletteSearch({ onChoose }: { onChoose: (item: PaletteItem) => void }) {
  const listId = useId();
  const [text, setText] = useState("");
  const [pointed, setPointed] = useState<string | null>(null);
  const commands = useCommands();
  const { items: things, isSearching } = useThings(text);
  const items = arranged(commands, things, text, THIS_TASK);
  const active = items.find(({ id }) => id === pointed) ?? items[0] ?? null;

  const press = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const ids = items.map(({ id }) => id);
      setPointed(movedTo(ids, active?.id ?? null, step));
    }
    // The Enter that ends the composition of a letter chooses nothing.
    if (event.key === "Enter" && !event.nativeEvent.isComposing && active !== null) {
      event.preventDefault();
      onChoose(active);
    }
  };

  return (
    <>
      <div className="flex items-center gap-2 border-b px-4">
        <Search aria-hidden className="size-4 shrink-0 text-muted" />
        <input
          role="combobox"
          aria-label="Search, or say what to do"
          aria-expanded
          aria-autocomplete="list"
          aria-controls={listId}
          aria-activedescendant={active === null ? undefined : optionId(listId, active)}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          placeholder="Search, or say what to do"
          className="h-12 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-muted pointer-coarse:text-touch"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setPointed(null);
          }}
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
        onChoose={onChoose}
      />
      {items.length === 0 && (
        <p className="px-4 py-8 text-center wrap-any text-muted">
          {isSearching ? "Searching…" : `Nothing is called “${shortened(text.trim(), 80)}”`}
        </p>
      )}
      <output className="sr-only">{isSearching ? "" : counted(items.length, "result")}</output>
    </>
  );
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

function optionId(listId: string, { id }: PaletteItem): string {
  return `${listId}-${id.replaceAll(/\s+/g, "-")}`;
}
