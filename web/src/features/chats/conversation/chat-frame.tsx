import type { ReactNode } from "react";
import { BackToChats } from "./back-link.tsx";
import { ChatHeading } from "./chat-heading.tsx";

type ChatFrameProps = { title: string; children: ReactNode };

/** The pane when there is no conversation to show. */
export function ChatFrame({ title, children }: ChatFrameProps) {
  return (
    <>
      <header className="flex min-h-12 shrink-0 items-center gap-2 border-b px-4 sm:px-5">
        <BackToChats />
        <ChatHeading className="min-w-0 truncate text-lg font-semibold">{title}</ChatHeading>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto p-4 sm:p-6">{children}</div>
    </>
  );
}
