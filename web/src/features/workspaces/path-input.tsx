/* oxlint-disable jsx-a11y/prefer-tag-over-role -- no HTML tag makes a list that a field controls */
import { Folder } from "lucide-react";
import { useId, useState, type ComponentProps, type KeyboardEvent, type ReactNode } from "react";
import { CodeInput } from "#components/ui/input.tsx";
import { cn } from "#lib/cn.ts";
import { completed, stepOption } from "./path.logic.ts";

type PathInputProps = ComponentProps<typeof CodeInput> & {
  /** The current text of the field. */
  typed: string;
  /** Possible names for its last part. */
  names: readonly string[];
  isCut: boolean;
  onPath: (path: string) => void;
  /** What is known of the directory: between the field and the list, which must not cover it. */
  facts?: ReactNode;
};

/** A field for a path, with suggestions for directories below it. */
export function PathInput({ typed, names, isCut, onPath, facts, ...props }: PathInputProps) {
  const listId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const isShown = isOpen && names.length > 0;
  const choose = (name: string) => {
    onPath(completed(typed, name));
    setActive(-1);
  };

  function press(event: KeyboardEvent) {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      setIsOpen(true);
      setActive(stepOption(active, event.key === "ArrowDown" ? 1 : -1, names.length));
      return;
    }
    const name = names[active];
    if (event.key === "Enter" && isShown && name !== undefined) {
      event.preventDefault();
      choose(name);
    }
    if (event.key === "Escape") setIsOpen(false);
  }

  return (
    <div className="relative">
      <CodeInput
        {...props}
        role="combobox"
        onKeyDown={press}
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={listId}
        aria-activedescendant={isShown && active >= 0 ? `${listId}-${active}` : undefined}
        onInput={() => {
          setIsOpen(true);
          setActive(-1);
        }}
        onBlur={(event) => {
          setIsOpen(false);
          props.onBlur?.(event);
        }}
      />
      {facts}
      <div
        id={listId}
        role="listbox"
        tabIndex={-1}
        aria-label="Folders"
        hidden={!isShown}
        className="absolute inset-x-0 top-full z-10 mt-1 max-h-56 overflow-y-auto rounded-md border bg-card p-1 shadow-transient"
      >
        {names.map((name, index) => (
          <div
            key={name}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            // Before the field loses the focus, which would close the list.
            onPointerDown={(event) => {
              event.preventDefault();
              choose(name);
            }}
            className={cn(
              "flex cursor-pointer items-center gap-2 rounded-sm px-2 py-1 font-mono wrap-any hover:bg-hover pointer-coarse:py-2.5",
              index === active && "bg-hover outline-1 -outline-offset-1 outline-primary",
            )}
          >
            <Folder aria-hidden className="size-3.5 shrink-0 text-muted" />
            {name}
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
