import { useLocation, useSearchParams } from "react-router";
import { readFilter, withFilter, type BoardFilter } from "./filter.logic.ts";

/** What the board is narrowed to, as the address says. */
export function useBoardFilter() {
  const [search, setSearch] = useSearchParams();
  const filter = readFilter(search);
  // A task that is open beside the board stays there.
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
