import type { Chat } from "@malamar/contract/chat.ts";
import { oneLine } from "@malamar/contract/plain/text.ts";
import { Pencil } from "lucide-react";
import { useId, useState } from "react";
import { FieldError } from "#components/field.tsx";
import { Button } from "#components/ui/button.tsx";
import { Input } from "#components/ui/input.tsx";
import { WriteButton } from "#components/write-button.tsx";
import { useUpdateChat } from "#features/chats/mutations.ts";
import { errorMessage } from "#lib/error-details.logic.ts";
import { useUnsaved } from "#lib/unsaved.ts";
import { ChatHeading } from "./chat-heading.tsx";

/** The chat's title, edited in place. */
export function ChatTitle({ chat }: { chat: Chat }) {
  const [isEditing, setIsEditing] = useState(false);
  // After an edit the focus returns here.
  const [hasEdited, setHasEdited] = useState(false);
  if (isEditing) return <TitleEditor chat={chat} onEnd={() => setIsEditing(false)} />;
  return (
    <ChatHeading className="-mx-1 min-w-0 flex-1 text-lg font-semibold">
      <button
        type="button"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- focus comes back from the field
        autoFocus={hasEdited}
        onClick={() => {
          setHasEdited(true);
          setIsEditing(true);
        }}
        data-command="Rename the chat"
        className="group hit-area flex max-w-full items-center gap-1.5 rounded-sm px-1 text-left hover:bg-hover focus-visible:-outline-offset-2"
      >
        {/* A very long title shows three lines. The field has all of it. */}
        <bdi className="line-clamp-3 min-w-0 wrap-any @3xl:line-clamp-1 short:line-clamp-1">
          {chat.title}
        </bdi>
        <Pencil
          aria-hidden
          className="size-3.5 shrink-0 text-muted opacity-60 group-hover:opacity-100"
        />
        <span className="sr-only">(rename)</span>
      </button>
    </ChatHeading>
  );
}

function TitleEditor({ chat, onEnd }: { chat: Chat; onEnd: () => void }) {
  const errorId = useId();
  const update = useUpdateChat(chat.id);
  const [title, setTitle] = useState(chat.title);
  const [problem, setProblem] = useState<string | null>(null);
  useUnsaved(title !== chat.title && !update.isPending);
  const save = () => {
    if (title === chat.title) return onEnd();
    if (oneLine(title) === "") return setProblem("Title must not be empty.");
    update.mutate(
      { title },
      { onSuccess: onEnd, onError: (error) => setProblem(errorMessage(error)) },
    );
  };
  return (
    <>
      <ChatHeading className="sr-only">{chat.title}</ChatHeading>
      <form
        data-editor
        className="min-w-0 flex-1 space-y-1.5"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <div className="flex flex-wrap gap-2">
          <Input
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user has just asked to type here
            autoFocus
            aria-label="Title"
            aria-invalid={problem !== null}
            aria-describedby={problem === null ? undefined : errorId}
            value={title}
            onFocus={(event) => event.currentTarget.select()}
            onChange={(event) => {
              setProblem(null);
              setTitle(event.currentTarget.value);
            }}
            onKeyDown={(event) => event.key === "Escape" && onEnd()}
            className="min-w-0 flex-1 basis-60"
          />
          <WriteButton
            type="submit"
            variant="primary"
            isBusy={update.isPending}
            busyLabel="Saving…"
          >
            Save
          </WriteButton>
          <Button onClick={onEnd}>Discard</Button>
        </div>
        {problem !== null && (
          <div role="alert">
            <FieldError id={errorId}>{problem}</FieldError>
          </div>
        )}
      </form>
    </>
  );
}
