import { Check, CircleAlert, Copy, RotateCw } from "lucide-react";
import { useLayoutEffect, useRef, useState } from "react";
import { copyText } from "#lib/copy-text.ts";
import { errorDetails, errorMessage } from "#lib/error-details.logic.ts";
import { Button } from "./ui/button.tsx";

type ErrorStateProps = { title: string; error: unknown; onRetry: () => void };

/** What failed, why, and what to do about it. */
export function ErrorState({ title, error, onRetry }: ErrorStateProps) {
  return (
    <div
      ref={useFocusLeft()}
      role="alert"
      className="flex flex-col items-center gap-3 rounded-md border px-4 py-12 text-center"
    >
      <CircleAlert aria-hidden className="size-6 text-error" />
      <div className="max-w-full space-y-1">
        <p className="text-lg font-semibold">{title}</p>
        <p className="max-w-[60ch] wrap-any text-muted">{errorMessage(error)}</p>
      </div>
      <div className="flex flex-wrap justify-center gap-2">
        <Button variant="primary" onClick={onRetry}>
          <RotateCw aria-hidden />
          Retry
        </Button>
        <CopyDetails error={error} />
      </div>
    </div>
  );
}

/** After a successful retry the focus moves to where the error was. */
function useFocusLeft() {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      element.closest<HTMLElement>("[role=dialog], main")?.focus();
    };
  }, []);
  return ref;
}

function CopyDetails({ error }: { error: unknown }) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    setIsCopied(await copyText(errorDetails(error, window.location.pathname, new Date())));
  };
  return (
    <Button onClick={() => void copy()}>
      {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
      <span aria-live="polite">{isCopied ? "Copied" : "Copy details"}</span>
    </Button>
  );
}
