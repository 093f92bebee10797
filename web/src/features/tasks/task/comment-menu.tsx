import type { TaskComment } from "@malamar/contract/task.ts";
import { Ellipsis, Pencil, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { useFocusBack } from "#components/focus-back.ts";
import { lazyPart } from "#components/lazy-part.tsx";
import { MenuButton } from "#components/menu-button.tsx";

const [DeleteCommentDialog] = lazyPart(
  async () => (await import("./delete-comment-dialog.tsx")).DeleteCommentDialog,
);

type CommentMenuProps = {
  comment: TaskComment;
  onEdit: () => void;
  /** The focus comes back from the editor. */
  hasFocus: boolean;
};

/** The actions on one's own comment. */
export function CommentMenu({ comment, onEdit, hasFocus }: CommentMenuProps) {
  const [isDeleting, setIsDeleting] = useState(false);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const { returnFocusTo, remember } = useFocusBack();
  const noun = comment.is_note ? "note" : "comment";
  const askToDelete = () => {
    remember(buttonRef.current);
    setIsDeleting(true);
  };
  return (
    <span data-commands="" className="-my-1 -mr-1.5">
      <MenuButton
        ref={buttonRef}
        variant="ghost"
        size="small"
        aria-label={`More for this ${noun}`}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- focus comes back from the field
        autoFocus={hasFocus}
        items={[
          { label: "Edit", icon: Pencil, onSelect: onEdit },
          { label: "Delete…", icon: Trash2, tone: "danger", onSelect: askToDelete },
        ]}
      >
        <Ellipsis aria-hidden />
      </MenuButton>
      {isDeleting && (
        <DeleteCommentDialog
          comment={comment}
          onClose={() => setIsDeleting(false)}
          returnFocusTo={returnFocusTo}
        />
      )}
    </span>
  );
}
