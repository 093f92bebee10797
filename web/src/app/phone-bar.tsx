import { Ellipsis, FolderKanban, Inbox, Pause, Play, Search, TriangleAlert } from "lucide-react";
import { Link, useLocation, useNavigate } from "react-router";
import { MenuButton } from "#components/menu-button.tsx";
import { useAttentionCount } from "#features/attention/queries.ts";
import { hasNoCli } from "#features/cli-health/no-cli.logic.ts";
import { useCliHealth } from "#features/cli-health/queries.ts";
import { IS_TOUCH } from "#lib/breakpoints.ts";
import { useMediaQuery } from "#lib/media-query.ts";
import { runShortcut } from "#lib/shortcuts.ts";
import { useTypingOnGlass } from "#lib/typing-on-glass.ts";
import { fetchPalette } from "./palette-host.tsx";
import { NeedsYouBadge } from "./rail/needs-you-badge.tsx";
import { useMenuItems } from "./rail/use-menu-items.ts";
import { usePauseAll } from "./rail/use-pause-all.ts";

const itemClass =
  "relative flex h-full pointer-coarse:h-full px-0 min-w-0 flex-1 flex-col items-center justify-center gap-0.5 rounded-md text-xs font-medium text-muted select-none focus-visible:-outline-offset-2 aria-[current]:text-foreground [&_svg]:size-5";

/**
 * The main navigation on a phone, within reach of the thumb. Hidden while the on-screen keyboard is
 * open.
 */
export function PhoneBar() {
  return !useTypingOnGlass() && <Bar />;
}

function Bar() {
  const { pathname, hash } = useLocation();
  const count = useAttentionCount();
  const isHome = pathname === "/";
  const isNeedsYou = isHome && hash === "#needs-you";
  return (
    <nav
      aria-label="Main"
      data-slot="phone-bar"
      className="sticky bottom-0 z-30 shrink-0 border-t bg-surface px-2 pb-[env(safe-area-inset-bottom)]"
    >
      <ul className="flex h-14 items-stretch [&>li]:flex [&>li]:min-w-0 [&>li]:flex-1">
        <li>
          <Link
            to="/#needs-you"
            aria-current={isNeedsYou ? "page" : undefined}
            className={itemClass}
          >
            <Inbox aria-hidden />
            <BarLabel text="Needs you" />
            <NeedsYouBadge count={count} isOver />
          </Link>
        </li>
        <li>
          <Link
            to="/"
            aria-current={isHome && !isNeedsYou ? "page" : undefined}
            className={itemClass}
          >
            <FolderKanban aria-hidden />
            <BarLabel text="Workspaces" />
          </Link>
        </li>
        <li>
          <button
            type="button"
            aria-haspopup="dialog"
            onPointerDown={fetchPalette}
            onFocus={fetchPalette}
            onClick={() => runShortcut("palette")}
            className={itemClass}
          >
            <Search aria-hidden />
            <BarLabel text="Search" />
          </button>
        </li>
        <li>
          <More />
        </li>
      </ul>
    </nav>
  );
}

function More() {
  const navigate = useNavigate();
  const hasKeys = !useMediaQuery(IS_TOUCH);
  const { isPaused, canSwitch, toggle } = usePauseAll();
  const isWithoutCli = hasNoCli(useCliHealth().data);
  const items = useMenuItems({ hasKeys });
  return (
    <MenuButton
      variant="ghost"
      className="min-w-0 flex-1"
      buttonClassName={itemClass}
      items={[
        ...(isWithoutCli
          ? [
              {
                label: "No CLIs available",
                icon: TriangleAlert,
                onSelect: () => void navigate("/settings#clis"),
              },
            ]
          : []),
        ...(canSwitch
          ? [
              {
                label: isPaused ? "Resume all work" : "Pause all work",
                icon: isPaused ? Play : Pause,
                onSelect: toggle,
              },
            ]
          : []),
        ...items,
      ]}
    >
      <Ellipsis aria-hidden />
      <BarLabel text="More" />
      {isWithoutCli && (
        <span className="absolute top-1 left-1/2 ml-1 rounded-full bg-surface text-status-review [&_svg]:size-3.5!">
          <TriangleAlert aria-hidden />
          <span className="sr-only">(no CLIs available)</span>
        </span>
      )}
    </MenuButton>
  );
}

function BarLabel({ text }: { text: string }) {
  return <span className="max-w-full truncate">{text}</span>;
}
