import { CircleAlert } from "lucide-react";
import { Banner } from "#components/banner.tsx";
import { Button } from "#components/ui/button.tsx";
import type { TextEditor } from "./save-text.ts";

/** Far more than three lines. */
const MOST_SHOWN = 1_000;

/** Two people or tabs have edited the same text, so the user decides which version stays. */
export function ChangedElsewhere({ editor }: { editor: TextEditor }) {
  const { theirs } = editor;
  if (!editor.isConflict) return null;
  return (
    <div role="alert">
      <Banner
        tone="warning"
        icon={CircleAlert}
        action={
          <div className="flex gap-2">
            <Button size="small" onClick={editor.takeTheirs}>
              Take theirs
            </Button>
            <Button size="small" onClick={editor.keepMine}>
              Keep mine
            </Button>
          </div>
        }
      >
        Changed elsewhere while you were editing.
        <p className="line-clamp-3 text-sm whitespace-pre-wrap text-muted">
          {theirs.trim() === ""
            ? "It is empty now."
            : `It now says: ${theirs.slice(0, MOST_SHOWN)}`}
        </p>
      </Banner>
    </div>
  );
}
