import { useLocation, useNavigate, useSearchParams } from "react-router";
import { placeOf, searchOf, type TaskTab } from "./task-address.logic.ts";

/** The selected tab. Changing it replaces the address, so that Back always closes the task. */
export function useTaskPlace() {
  const [search] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  return {
    ...placeOf(search),
    go: (tab: TaskTab, part: string | null = null) =>
      void navigate({ search: searchOf(tab, part, search) }, { replace: true, state }),
  };
}
