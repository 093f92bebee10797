import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

type EmptyStateProps = { icon: LucideIcon; title: string; text?: string; children?: ReactNode };

/** One icon, one sentence, one button. */
export function EmptyState({ icon: Icon, title, text, children }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-3 rounded-md border border-dashed px-4 py-16 text-center">
      <Icon aria-hidden className="size-6 text-muted" />
      <div className="max-w-full space-y-1">
        <p className="text-lg font-semibold">{title}</p>
        {text !== undefined && <p className="max-w-[48ch] wrap-any text-muted">{text}</p>}
      </div>
      {children}
    </div>
  );
}
