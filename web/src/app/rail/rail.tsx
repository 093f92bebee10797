import { House, Inbox, PanelLeftClose, PanelLeftOpen, Pause, Search, Settings } from "lucide-react";
import { Link, useLocation } from "react-router";
import { Brand } from "#components/brand.tsx";
import { MenuButton } from "#components/menu-button.tsx";
import { Button } from "#components/ui/button.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { useAttentionCount } from "#features/attention/queries.ts";
import { NoCliWarning } from "#features/cli-health/no-cli-warning.tsx";
import { cn } from "#lib/cn.ts";
import { isMac } from "#lib/is-mac.ts";
import { useRail } from "#lib/rail.ts";
import { runShortcut, useShortcuts } from "#lib/shortcuts.ts";
import { fetchPalette } from "../palette-host.tsx";
import { NeedsYouBadge } from "./needs-you-badge.tsx";
import { RailIcon, RailLabel, RailLink, RailTooltip, railItemClass } from "./rail-item.tsx";
import { RailWorkspaces } from "./rail-workspaces.tsx";
import { useMenuItems } from "./use-menu-items.ts";
import { usePauseAll } from "./use-pause-all.ts";

/** The main navigation at the left of every page: names, or only icons. */
export function Rail() {
  const { isOpen, hasRoom, toggle } = useRail();
  useShortcuts({ rail: toggle });
  return (
    <header
      data-slot="rail"
      className={cn(
        "sticky top-0 z-30 flex h-dvh shrink-0 flex-col border-r bg-surface pt-[env(safe-area-inset-top)] pb-[env(safe-area-inset-bottom)] pl-[env(safe-area-inset-left)] short:overflow-y-auto",
        isOpen ? "w-[min(14.5rem,30vw)]" : "w-14",
      )}
    >
      <div className="flex h-12 shrink-0 items-center px-4.5">
        <Link to="/" className="hit-area inline-flex rounded-sm">
          <Brand isCompact={!isOpen} />
        </Link>
      </div>
      <Places isOpen={isOpen} />
      <RailWorkspaces isOpen={isOpen} />
      <div className="shrink-0 space-y-0.5 border-t p-2">
        <NoCliWarning isCompact={!isOpen} />
        <PauseSwitch isOpen={isOpen} />
        <div className={cn("flex gap-0.5", !isOpen && "flex-col")}>
          <Menu isOpen={isOpen} />
          {hasRoom && <Toggle isOpen={isOpen} onToggle={toggle} />}
        </div>
      </div>
    </header>
  );
}

function Places({ isOpen }: { isOpen: boolean }) {
  const { pathname, hash } = useLocation();
  const count = useAttentionCount();
  const isHome = pathname === "/";
  const isNeedsYou = isHome && hash === "#needs-you";
  return (
    <div className="shrink-0 space-y-2 px-2 pb-2">
      <SearchField isOpen={isOpen} />
      <nav aria-label="Main" className="space-y-0.5">
        <RailLink
          to="/#needs-you"
          label="Needs you"
          mark={<RailIcon icon={Inbox} />}
          current={isNeedsYou ? "page" : undefined}
          isOpen={isOpen}
        >
          <NeedsYouBadge count={count} isOver={!isOpen} />
        </RailLink>
        <RailLink
          to="/"
          label="Home"
          mark={<RailIcon icon={House} />}
          current={isHome && !isNeedsYou ? "page" : undefined}
          isOpen={isOpen}
        />
      </nav>
    </div>
  );
}

const SEARCH = "Search or run a command";

function SearchField({ isOpen }: { isOpen: boolean }) {
  const key = isMac ? "⌘K" : "Ctrl K";
  return (
    <RailTooltip text={`${SEARCH} (${key})`} isOpen={isOpen}>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts={isMac ? "Meta+K" : "Control+K"}
        onPointerEnter={fetchPalette}
        onFocus={fetchPalette}
        onClick={() => runShortcut("palette")}
        className={cn(
          railItemClass,
          "border border-input bg-card px-[9px]",
          isOpen && "gap-1 pr-1 pl-1.5 text-sm",
        )}
      >
        <RailIcon icon={Search} />
        <RailLabel isOpen={isOpen}>{SEARCH}</RailLabel>
        {isOpen && <kbd className="shrink-0 font-sans text-xs whitespace-nowrap">{key}</kbd>}
      </button>
    </RailTooltip>
  );
}

function PauseSwitch({ isOpen }: { isOpen: boolean }) {
  const { isPaused, canSwitch, toggle } = usePauseAll();
  return (
    <RailTooltip text={isPaused ? "Resume all work" : "Pause all work"} isOpen={isOpen}>
      <button
        type="button"
        aria-pressed={isPaused}
        aria-disabled={!canSwitch}
        onClick={toggle}
        className={cn(
          railItemClass,
          isPaused && "bg-review-surface font-medium text-status-review hover:bg-review-surface",
        )}
      >
        <RailIcon icon={Pause} />
        <RailLabel isOpen={isOpen}>Pause all work</RailLabel>
      </button>
    </RailTooltip>
  );
}

function Menu({ isOpen }: { isOpen: boolean }) {
  const items = useMenuItems({ hasKeys: true });
  return (
    <RailTooltip text="Settings and help" isOpen={isOpen}>
      <MenuButton
        variant="ghost"
        align="start"
        className="min-w-0 flex-1"
        buttonClassName={cn(railItemClass, "justify-start border-0")}
        items={items}
      >
        <RailIcon icon={Settings} />
        <RailLabel isOpen={isOpen}>Settings and help</RailLabel>
      </MenuButton>
    </RailTooltip>
  );
}

function Toggle({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) {
  const Icon = isOpen ? PanelLeftClose : PanelLeftOpen;
  return (
    <Tooltip text={isOpen ? "Collapse sidebar ([)" : "Expand sidebar ([)"}>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Sidebar"
        aria-expanded={isOpen}
        className={cn("pointer-coarse:size-11", !isOpen && "mx-auto")}
        onClick={onToggle}
      >
        <Icon aria-hidden />
      </Button>
    </Tooltip>
  );
}
