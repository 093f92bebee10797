/* oxlint-disable jsx-a11y/prefer-tag-over-role -- no HTML tag makes a list that a field controls */
import { useEffect, useId } from "react";
import { Kbd } from "#components/ui/kbd.tsx";
import { cn } from "#lib/cn.ts";
import { SHORTCUTS, keyLabels } from "#lib/shortcuts.logic.ts";
import { isKeyTaken } from "#lib/shortcuts.ts";
import type { PaletteItem } from "./palette-item.ts";
import { grouped } from "./palette.logic.ts";

type PaletteListProps = {
  id: string;
  items: readonly PaletteItem[];
  active: PaletteItem | null;
  optionId: (item: PaletteItem) => string;
  onPoint: (item: PaletteItem) => void;
  onChoose: (item: PaletteItem) => void;
};

export function PaletteList({ id, items, active, ...row }: PaletteListProps) {
  const headingId = useId();
  const activeId = active === null ? null : row.optionId(active);
  useEffect(() => {
    if (activeId === null) return;
    document.getElementById(activeId)?.scrollIntoView({ block: "nearest" });
  }, [activeId]);
  return (
    <div
      id={id}
      role="listbox"
      tabIndex={-1}
      aria-label="Results"
      // Keeps the focus in the field, so a phone's keyboard stays open.
      onMouseDown={(event) => event.preventDefault()}
      className={cn(
        "min-h-0 flex-1 scroll-py-2 overflow-y-auto p-2",
        items.length === 0 && "hidden",
      )}
    >
      {grouped(items).map(({ group, items: members }, index) => (
        <div key={group} role="group" aria-labelledby={`${headingId}-${index}`}>
          <p
            id={`${headingId}-${index}`}
            className="px-2 pt-2 pb-1 text-xs font-semibold text-muted"
          >
            {group}
          </p>
          {members.map((item) => (
            <Option key={item.id} item={item} isActive={item.id === active?.id} {...row} />
          ))}
        </div>
      ))}
    </div>
  );
}

type OptionProps = Pick<PaletteListProps, "optionId" | "onPoint" | "onChoose"> & {
  item: PaletteItem;
  isActive: boolean;
};

function Option({ item, isActive, optionId, onPoint, onChoose }: OptionProps) {
  const { icon: Icon, label, context, shortcut } = item;
  return (
    <div
      id={optionId(item)}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onPointerMove={() => !isActive && onPoint(item)}
      onClick={() => onChoose(item)}
      onKeyDown={(event) => event.key === "Enter" && onChoose(item)}
      className={cn(
        "flex min-h-8 cursor-pointer items-center gap-2 rounded-sm px-2 outline-none select-none pointer-coarse:min-h-11",
        isActive && "bg-hover",
      )}
    >
      <Icon aria-hidden className="size-4 shrink-0 text-muted" />
      <span dir="auto" className="min-w-0 flex-1 truncate">
        {label}
      </span>
      {context !== undefined && (
        <span dir="auto" className="max-w-2/5 truncate text-sm text-muted">
          {context}
        </span>
      )}
      {shortcut !== undefined && !isKeyTaken(shortcut) && (
        <Keys keys={SHORTCUTS[shortcut].keys[0]} />
      )}
    </div>
  );
}

/** Phones have no such keys. */
function Keys({ keys }: { keys: string }) {
  return (
    <span aria-hidden className="flex shrink-0 gap-1 text-muted pointer-coarse:hidden">
      {keyLabels(keys).map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
    </span>
  );
}
