import { ArrowLeft } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { useCloseChat } from "./use-close-chat.ts";

/** Back to the list, where it is not next to the conversation. */
export function BackToChats() {
  const close = useCloseChat();
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label="Back to the chats"
      className="-my-1.5 -ml-2 lg:hidden pointer-coarse:-my-3 pointer-coarse:size-11"
      onClick={close}
    >
      <ArrowLeft aria-hidden />
    </Button>
  );
}
