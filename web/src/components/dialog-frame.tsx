import type { ReactNode } from "react";
import { DialogHeader } from "./ui/dialog.tsx";

/** The window of a page dialog in which there is nothing of its own to show. */
export function DialogFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <DialogHeader title={title} />
      <div className="min-h-0 flex-1 overflow-y-auto p-4 sm:p-6">{children}</div>
    </>
  );
}
