import { useLocation, useNavigate } from "react-router";
import { inView, viewOf, type View } from "#lib/from-list.logic.ts";
import { useMediaQuery } from "#lib/media-query.ts";

/** Room for the board with a task next to it. */
const ROOM_FOR_BOTH = "(width >= 80rem)";

/** Room for the title in one line with its buttons, and for the facts next to the timeline. */
const IS_ROOMY = "(width >= 64rem)";

/** A task opens next to the board only where both fit. */
export function useTaskView(): View {
  const hasRoom = useMediaQuery(ROOM_FOR_BOTH);
  const view = viewOf(useLocation().state);
  return hasRoom ? view : "page";
}

/** A page with room: its title and its actions are one line. */
export function useIsRoomy(): boolean {
  const hasRoom = useMediaQuery(IS_ROOMY);
  return useTaskView() === "page" && hasRoom;
}

/** Toggles between a panel next to the board and the whole page. Null where only the page fits. */
export function useToggleView(): (() => void) | null {
  const hasRoom = useMediaQuery(ROOM_FOR_BOTH);
  const { state, search } = useLocation();
  const navigate = useNavigate();
  if (!hasRoom) return null;
  const other = viewOf(state) === "panel" ? "page" : "panel";
  return () => void navigate({ search }, { replace: true, state: inView(state, other) });
}
