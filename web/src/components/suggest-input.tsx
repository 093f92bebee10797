/* oxlint-disable jsx-a11y/prefer-tag-over-role -- no HTML tag makes a list that a field controls */
import type { LucideIcon } from "lucide-react";
import { useId, useState, type ComponentProps, type KeyboardEvent, type ReactNode } from "react";
import { CodeInput } from "#components/ui/input.tsx";
import { cn } from "#lib/cn.ts";
import { stepOption } from "./suggest-input.logic.ts";

type SuggestInputProps = ComponentProps<typeof CodeInput> & {
  options: readonly string[];
  /** What the options are, for screen readers. */
  listLabel: string;
  icon: LucideIcon;
  onChoose: (option: string) => void;
  /** There are more options. */
  isCut?: boolean;
  /** A choice ends it. Otherwise it leads to the next options. */
  isFinal?: boolean;
  /** Between the field and the list, which must not cover it. */
  facts?: ReactNode;
};

/** A text field with suggestions. Any other text can be typed too. */
export function SuggestInput({
  options,
  listLabel,
  icon: Icon,
  onChoose,
  isCut = false,
  isFinal = false,
  facts,
  ...props
}: SuggestInputProps) {
  const { field, list } = useSuggestions({ options, onChoose, isFinal });
  return (
    <div className="relative">
      <CodeInput
        {...props}
        {...field}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={list.isShown}
        aria-controls={list.id}
        onBlur={(event) => {
          list.close();
          props.onBlur?.(event);
        }}
      />
      {facts}
      <div
        id={list.id}
        role="listbox"
        tabIndex={-1}
        aria-label={listLabel}
        hidden={!list.isShown}
        className="absolute inset-x-0 top-full z-10 mt-1 max-h-56 overflow-y-auto rounded-md border bg-card p-1 shadow-transient"
      >
        {options.map((option, index) => (
          <div
            key={option}
            id={`${list.id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === list.active}
            // Before the field loses the focus, which would close the list.
            onPointerDown={(event) => {
              event.preventDefault();
              list.choose(option);
            }}
            className={cn(
              "flex cursor-pointer items-center gap-2 rounded-sm px-2 py-1 font-mono wrap-any hover:bg-hover pointer-coarse:py-2.5",
              index === list.active && "bg-hover outline-1 -outline-offset-1 outline-primary",
            )}
          >
            <Icon aria-hidden className="size-3.5 shrink-0 text-muted" />
            {option}
          </div>
        ))}
        {isCut && (
          <div aria-hidden className="px-2 py-1 text-sm text-muted">
            Keep typing to see more
          </div>
        )}
      </div>
    </div>
  );
}

type Suggestions = Pick<SuggestInputProps, "options" | "onChoose"> & { isFinal: boolean };

function useSuggestions({ options, onChoose, isFinal }: Suggestions) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const isShown = isOpen && options.length > 0;
  const choose = (option: string) => {
    onChoose(option);
    setActive(-1);
    if (isFinal) setIsOpen(false);
  };

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      setIsOpen(true);
      setActive(stepOption(active, event.key === "ArrowDown" ? 1 : -1, options.length));
      return;
    }
    const option = options[active];
    if (event.key === "Enter" && isShown && option !== undefined) {
      event.preventDefault();
      choose(option);
    }
    if (event.key === "Escape") setIsOpen(false);
  }

  return {
    field: {
      onKeyDown,
      onInput: () => {
        setIsOpen(true);
        setActive(-1);
      },
      // What has been chosen before says nothing about what else there is.
      ...(isFinal && { onClick: () => setIsOpen(true) }),
      "aria-activedescendant": isShown && active >= 0 ? `${id}-${active}` : undefined,
    },
    list: { id, isShown, active, choose, close: () => setIsOpen(false) },
  };
}
