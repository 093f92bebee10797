import { ChevronDown, ChevronUp } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#lib/cn.ts";

type ClampedProps = {
  /** A class for its maximum height. */
  className: string;
  children: ReactNode;
};

/** Long content, cut until the user asks for all of it. */
export function Clamped({ className, children }: ClampedProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [isLong, setIsLong] = useState(false);
  const contentRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const content = contentRef.current;
    const box = content?.parentElement;
    if (!content || !box || isOpen) return undefined;
    const observer = new ResizeObserver(() => setIsLong(content.offsetHeight > box.clientHeight));
    observer.observe(content);
    observer.observe(box);
    return () => observer.disconnect();
  }, [isOpen]);
  const isCut = isLong && !isOpen;
  return (
    <div className="space-y-1">
      <div
        className={cn(
          !isOpen && "overflow-hidden",
          !isOpen && className,
          isCut && "mask-b-from-[calc(100%-3rem)]",
        )}
      >
        <div ref={contentRef}>{children}</div>
      </div>
      {isLong && (
        <Button
          variant="ghost"
          size="small"
          className="-ml-2"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? <ChevronUp aria-hidden /> : <ChevronDown aria-hidden />}
          {isOpen ? "Show less" : "Show all"}
        </Button>
      )}
    </div>
  );
}
