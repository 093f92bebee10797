import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "#lib/cn.ts";
import { useFold } from "./folds.ts";

type FoldProps = {
  foldKey: string;
  /** The keys of the folds inside, which keep this one open. */
  inside?: readonly string[];
  title: ReactNode;
  /** The title says the most and gets the room. */
  isTitleLong?: boolean;
  /** One line of the content. */
  preview?: string;
  isMono?: boolean;
  /** The preview is a path: if it is too long, its end matters. */
  isPath?: boolean;
  /** At the right of the line. */
  state?: ReactNode;
  children: () => ReactNode;
};

/** A line that unfolds. Its content is not rendered before. */
export function Fold(props: FoldProps) {
  const { foldKey, inside, title, preview, state, children } = props;
  const { isTitleLong = false, isMono = false, isPath = false } = props;
  const { isOpen, toggle } = useFold(foldKey, inside);
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={toggle}
        className="-mx-1 flex h-(--line) w-[calc(100%+0.5rem)] min-w-0 items-center gap-1.5 rounded-sm px-1 text-left hover:bg-hover focus-visible:outline-offset-0"
      >
        <span className={cn("truncate text-muted", isTitleLong ? "min-w-0" : "max-w-2/5 shrink-0")}>
          {title}
        </span>
        {preview !== undefined && (
          <span
            dir={isPath ? "rtl" : "auto"}
            className={cn(
              "min-w-0 flex-1 truncate",
              isTitleLong && "hidden @lg:inline",
              isPath ? "text-left" : "text-start",
              isMono || isPath ? "font-mono text-sm" : "text-muted",
            )}
          >
            {isPath ? <bdi>{preview}</bdi> : preview}
          </span>
        )}
        <span className="ml-auto flex shrink-0 items-center gap-1.5 text-sm">
          {state}
          <ChevronRight
            aria-hidden
            className={cn("size-3.5 text-muted transition-transform", isOpen && "rotate-90")}
          />
        </span>
      </button>
      {isOpen && <div className="mt-1 mb-1.5 space-y-1.5">{children()}</div>}
    </>
  );
}
