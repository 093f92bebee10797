import { useLocation, useSearchParams } from "react-router";
import { readFilter, withFilter, type BoardFilter } from "./filter.logic.ts";

/** The board's filter, as read from the address. */
export function useBoardFilter() {
  const [search, setSearch] = useSearchParams();
  const filter = readFilter(search);
  // A task open next to the board stays open.
  const { state } = useLocation();
  const change = (changes: Partial<BoardFilter>) =>
    setSearch((current) => withFilter(current, { ...readFilter(current), ...changes }), {
      replace: true,
      preventScrollReset: true,
      state,
    });
  return { filter, change };
}

export type ChangeFilter = ReturnType<typeof useBoardFilter>["change"];
