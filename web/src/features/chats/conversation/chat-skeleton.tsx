import { Delayed } from "#components/delayed.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { ChatFrame } from "./chat-frame.tsx";

export function ChatSkeleton() {
  return (
    <ChatFrame title="Loading the chat…">
      <Delayed>
        <div className="mx-auto w-full max-w-3xl flex-1 space-y-6">
          <Skeleton className="ml-auto h-12 w-1/2" />
          <Skeleton className="h-24 w-4/5" />
          <Skeleton className="ml-auto h-12 w-2/5" />
        </div>
      </Delayed>
    </ChatFrame>
  );
}
