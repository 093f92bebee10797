import { FileDiff, MessageSquare } from "lucide-react";
import { Link, useLocation } from "react-router";
import { Button } from "#components/ui/button.tsx";

/** Leads to what the agents of a chat changed, and back to what was said. */
export function ChangesSwitch({ isOnChanges }: { isOnChanges: boolean }) {
  const { state } = useLocation();
  return (
    <Button asChild size="small">
      <Link
        to={{ search: isOnChanges ? "" : "?tab=changes" }}
        replace
        state={state}
        data-command={isOnChanges ? "Messages of this chat" : "Changes of this chat"}
      >
        {isOnChanges ? <MessageSquare aria-hidden /> : <FileDiff aria-hidden />}
        {isOnChanges ? "Messages" : "Changes"}
      </Link>
    </Button>
  );
}
