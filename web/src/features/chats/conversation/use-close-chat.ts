import { useLocation, useNavigate, useParams } from "react-router";
import { isFromList } from "#lib/from-list.logic.ts";

/** Goes back to the previous page, or to the list if the address was opened directly. */
export function useCloseChat(): () => void {
  const navigate = useNavigate();
  const { state } = useLocation();
  const listPath = useListPath();
  return () => void (isFromList(state) ? navigate(-1) : navigate(listPath, { replace: true }));
}

/** The list with its current search. */
function useListPath(): string {
  return `/workspaces/${useParams()["id"]}/chats${useLocation().search}`;
}
