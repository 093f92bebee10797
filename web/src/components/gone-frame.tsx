import { FileQuestionMark } from "lucide-react";
import type { ComponentType, ReactNode } from "react";
import { Link } from "react-router";
import { EmptyState } from "./empty-state.tsx";
import { TypedTexts } from "./typed-texts.tsx";
import { Button } from "./ui/button.tsx";

type Missing = {
  /** The missing thing, as a word in a sentence. */
  what: "task" | "chat";
  /** Where the user can look for it. */
  list: "board" | "chats";
  onBack: () => void;
  /** The frame around the message. */
  Frame: ComponentType<{ title: string; children: ReactNode }>;
};

/** It was deleted, perhaps while the user was writing in it. */
export function GoneFrame(props: Missing & { typed: readonly string[] }) {
  const { what, list, onBack, typed, Frame } = props;
  return (
    <Frame title={`No such ${what}`}>
      <div className="space-y-6">
        <EmptyState
          icon={FileQuestionMark}
          title={`This ${what} does not exist`}
          text="It was deleted, or the address is wrong."
        >
          <Button variant="primary" onClick={onBack}>
            Back to the {list}
          </Button>
        </EmptyState>
        <TypedTexts texts={typed} />
      </div>
    </Frame>
  );
}

type ElsewhereFrameProps = Missing & { title: string; path: string };

/** The address names a workspace that it does not belong to. */
export function ElsewhereFrame(props: ElsewhereFrameProps) {
  const { what, list, onBack, title, path, Frame } = props;
  return (
    <Frame title={`A ${what} in another workspace`}>
      <EmptyState
        icon={FileQuestionMark}
        title={`This ${what} belongs to another workspace`}
        text={title}
      >
        <div className="flex flex-wrap justify-center gap-2">
          <Button onClick={onBack}>Back to the {list}</Button>
          <Button asChild variant="primary">
            <Link to={path} replace>
              Open it there
            </Link>
          </Button>
        </div>
      </EmptyState>
    </Frame>
  );
}
