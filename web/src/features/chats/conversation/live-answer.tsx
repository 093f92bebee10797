import type { Chat } from "@malamar/contract/chat.ts";
import type { RunId } from "@malamar/contract/ids.ts";
import type { ReactNode } from "react";
import { WorkingDot } from "#components/working-dot.tsx";
import { ChatFace } from "#features/chats/chat-face.tsx";
import { RunBox } from "./answer-run.tsx";

type LiveAnswerProps = { chat: Chat; renderRun: (runId: RunId) => ReactNode };

/** The answer in progress: what the agent says and does. */
export function LiveAnswer({ chat, renderRun }: LiveAnswerProps) {
  if (chat.current_run_id === null) {
    return (
      <p className="flex min-w-0 items-center gap-2 text-sm text-muted">
        <WorkingDot />
        <ChatFace chat={chat} />
        <span className="min-w-0 truncate">{chat.agent_name} is about to answer</span>
      </p>
    );
  }
  return (
    <RunBox key={chat.current_run_id} className="h-64 max-h-[45dvh] border-status-progress">
      {renderRun(chat.current_run_id)}
    </RunBox>
  );
}
