import { useSyncExternalStore, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { headerPlace, onHeaderPlace, setHeaderPlace } from "#lib/header-place.ts";

type PageHeaderProps = {
  title: ReactNode;
  /** A `nav` that leads to the parts of what the page is about. */
  tabs?: ReactNode;
};

/**
 * The one line on top of a page: what it is, its parts, and at the right its primary action. Each has
 * its place before anything is known, so that nothing moves. Two lines where one has no room.
 */
export function PageHeader({ title, tabs }: PageHeaderProps) {
  return (
    <div
      data-slot="page-header"
      className="z-20 flex shrink-0 flex-wrap items-center gap-x-4 border-b bg-background px-4 sm:sticky sm:top-0 sm:px-6 short:static [&>nav]:max-lg:order-last [&>nav]:max-lg:basis-full"
    >
      <div className="flex h-11 min-w-0 flex-1 basis-40 items-center lg:h-12 lg:has-[+nav]:flex-[0_1_14rem]">
        {title}
      </div>
      {tabs}
      <div
        ref={setHeaderPlace}
        data-slot="page-action"
        className="ml-auto flex max-w-full shrink-0 items-center gap-2 empty:hidden max-sm:*:h-auto max-sm:*:min-h-8 max-sm:*:max-w-full max-sm:*:whitespace-normal max-sm:pointer-coarse:[&_button]:h-auto max-sm:pointer-coarse:[&_button]:min-h-9"
      />
    </div>
  );
}

/** The main thing to do on this page, at the right of its header. */
export function PageAction({ children }: { children: ReactNode }) {
  const place = useSyncExternalStore(onHeaderPlace, headerPlace);
  return place && createPortal(children, place);
}
