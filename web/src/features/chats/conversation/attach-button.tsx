import { Paperclip } from "lucide-react";
import { useRef } from "react";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { WriteButton } from "#components/write-button.tsx";

/** Files can also be pasted into the box or dropped anywhere. */
export function AttachButton({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const inputRef = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={inputRef}
        type="file"
        multiple
        hidden
        aria-label="Files to attach"
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // Allows choosing the same file again.
          currentTarget.value = "";
        }}
      />
      <Tooltip text="Attach files">
        <WriteButton
          variant="ghost"
          size="icon"
          className="pointer-coarse:size-11"
          aria-label="Attach files"
          onClick={() => inputRef.current?.click()}
        >
          <Paperclip aria-hidden />
        </WriteButton>
      </Tooltip>
    </>
  );
}
