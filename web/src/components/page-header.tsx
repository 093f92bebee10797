import { useSyncExternalStore, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { headerPlace, onHeaderPlace, setHeaderPlace } from "#lib/header-place.ts";

type PageHeaderProps = {
  title: ReactNode;
  /** A `nav` with links to the page's parts. */
  tabs?: ReactNode;
};

/**
 * The line at the top of a page: its title, its parts, and its primary action at the right.
 * Everything has its space before the data arrives, so nothing moves. It takes two lines where one
 * is too narrow.
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

/** The page's primary action, at the right of its header. */
export function PageAction({ children }: { children: ReactNode }) {
  const place = useSyncExternalStore(onHeaderPlace, headerPlace);
  return place && createPortal(children, place);
}
