import { useLocation, useNavigate, useParams } from "react-router";
import { isFromList } from "#lib/from-list.logic.ts";

/** Back to where it was opened, or to the list if the address was opened directly. */
export function useCloseChat(): () => void {
  const navigate = useNavigate();
  const { state } = useLocation();
  const listPath = useListPath();
  return () => void (isFromList(state) ? navigate(-1) : navigate(listPath, { replace: true }));
}

/** With what it was searched for. */
function useListPath(): string {
  return `/workspaces/${useParams()["id"]}/chats${useLocation().search}`;
}
