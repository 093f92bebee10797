import { Columns2, Rows2, Settings2, Space, TextWrap, UnfoldVertical } from "lucide-react";
import { MenuButton } from "#components/menu-button.tsx";
import { Button } from "#components/ui/button.tsx";
import type { MenuItem } from "#components/ui/dropdown-menu.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { cn } from "#lib/cn.ts";
import { CONTEXTS, type ViewOptions } from "./view-options.ts";

type ViewMenuProps = {
  options: ViewOptions;
  onChange: (change: Partial<ViewOptions>) => void;
  /** What can be done to these changes. A narrow page has no other buttons for it. */
  actions: readonly MenuItem[];
};

const LAYOUTS = [
  { layout: "unified", label: "Unified", icon: Rows2 },
  { layout: "split", label: "Split", icon: Columns2 },
] as const;

/** How changes are drawn. */
export function ViewMenu({ options, onChange, actions }: ViewMenuProps) {
  const { layout, isWrapped, ignoresSpace, context } = options;
  const items: MenuItem[] = [
    {
      label: "Wrap long lines",
      icon: TextWrap,
      isChosen: isWrapped,
      onSelect: () => onChange({ isWrapped: !isWrapped }),
    },
    {
      label: "Ignore white space",
      icon: Space,
      isChosen: ignoresSpace,
      onSelect: () => onChange({ ignoresSpace: !ignoresSpace }),
    },
    ...CONTEXTS.map((lines, at) => ({
      label: `${lines} lines around each change`,
      icon: UnfoldVertical,
      isChosen: context === lines,
      startsGroup: at === 0,
      onSelect: () => onChange({ context: lines }),
    })),
    ...actions.map((action, at) => ({ ...action, startsGroup: at === 0 })),
  ];
  return (
    <span className="flex shrink-0 items-center gap-1">
      <span
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for form fields
        role="group"
        aria-label="Layout"
        // As wide as the list needs to be for two columns.
        className="hidden rounded-md border border-input p-px @[40rem]:flex"
      >
        {LAYOUTS.map(({ layout: own, label, icon: Icon }) => (
          <Tooltip key={own} text={label}>
            <Button
              variant="ghost"
              size="small"
              aria-pressed={layout === own}
              aria-label={label}
              onClick={() => onChange({ layout: own })}
              className={cn("h-6.5 rounded-sm", layout === own && "bg-hover text-foreground")}
            >
              <Icon aria-hidden />
            </Button>
          </Tooltip>
        ))}
      </span>
      <MenuButton variant="ghost" size="icon" aria-label="View options" items={items}>
        <Settings2 aria-hidden />
      </MenuButton>
    </span>
  );
}
