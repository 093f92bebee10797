import { useId, useState, type KeyboardEvent, type RefObject } from "react";
import { flushSync } from "react-dom";
import { mentionAt, withMention, type Askable } from "./mention.logic.ts";

type Field = {
  boxRef: RefObject<HTMLTextAreaElement | null>;
  text: string;
  onChange: (text: string) => void;
  team: readonly Askable[];
};

/** Offers the team's agents while the user types an @: arrows select, Enter accepts. */
export function useMentions({ boxRef, text, onChange, team }: Field) {
  const listId = useId();
  const [caret, setCaret] = useState<number | null>(null);
  const [chosen, setChosen] = useState(0);
  /** The position of an @ that the user has dismissed. Another @ offers again. */
  const [declined, setDeclined] = useState<number | null>(null);
  const found = caret === null ? null : mentionAt(text, caret, team);
  const mention = found?.start === declined ? null : found;
  const active = Math.min(chosen, (mention?.agents.length ?? 1) - 1);

  const take = (agent: Askable | undefined) => {
    if (mention === null || caret === null || agent === undefined) return;
    const next = withMention(text, { start: mention.start, caret, name: agent.name });
    flushSync(() => {
      onChange(next.text);
      setCaret(next.caret);
    });
    boxRef.current?.focus();
    boxRef.current?.setSelectionRange(next.caret, next.caret);
  };

  /** Whether the list has handled the key. */
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (mention === null || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) {
      return false;
    }
    const count = mention.agents.length;
    switch (event.key) {
      case "ArrowDown":
        setChosen((active + 1) % count);
        break;
      case "ArrowUp":
        setChosen((active + count - 1) % count);
        break;
      case "Enter":
      case "Tab":
        take(mention.agents[active]);
        break;
      case "Escape":
        setDeclined(mention.start);
        break;
      default:
        return false;
    }
    event.preventDefault();
    return true;
  };

  return {
    listId,
    agents: mention?.agents ?? [],
    active,
    take,
    onKeyDown,
    onCaret: (next: number | null) => {
      if (next === caret) return;
      setCaret(next);
      setChosen(0);
    },
    /** The field is a combobox only while there is something to choose. */
    fieldProps: mention !== null && {
      role: "combobox",
      "aria-autocomplete": "list" as const,
      "aria-expanded": true,
      "aria-haspopup": "listbox" as const,
      "aria-controls": listId,
      "aria-activedescendant": `${listId}-${active}`,
    },
  };
}
