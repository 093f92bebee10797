import type { RunId } from "@malamar/contract/ids.ts";
import { ChevronRight } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#lib/cn.ts";

type AnswerRunProps = { runId: RunId; renderRun: (runId: RunId) => ReactNode };

/** The run behind an answer, folded. */
export function AnswerRun({ runId, renderRun }: AnswerRunProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="space-y-1.5 pointer-coarse:py-1">
      <Button
        variant="ghost"
        size="small"
        className="-ml-2"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <ChevronRight aria-hidden className={cn("transition-transform", isOpen && "rotate-90")} />
        Transcript
      </Button>
      {isOpen && <RunBox className="h-96 max-h-[60dvh]">{renderRun(runId)}</RunBox>}
    </div>
  );
}

type RunBoxProps = { className: string; children: ReactNode };

/** A transcript takes its height from its container. */
export function RunBox({ className, children }: RunBoxProps) {
  return (
    <div className={cn("flex flex-col overflow-hidden rounded-md border bg-card", className)}>
      {children}
    </div>
  );
}
