import { useEffect, useId, type ReactNode } from "react";
import { Link, useLocation } from "react-router";

const TITLES = {
  clis: "CLIs",
  work: "Work",
  notifications: "Notifications",
  appearance: "Appearance and keys",
  access: "Access and data",
  deleted: "Deleted workspaces",
} as const;
type SectionId = keyof typeof TITLES;
// The names come from the keys of TITLES.
const SECTIONS = Object.keys(TITLES) as SectionId[];

type AnchoredSectionProps = { id: SectionId; text: ReactNode; children: ReactNode };

/** A section of the settings with its own anchor. */
export function AnchoredSection({ id, text, children }: AnchoredSectionProps) {
  const headingId = useId();
  return (
    <section
      id={id}
      aria-labelledby={headingId}
      tabIndex={-1}
      className="space-y-4 border-t pt-5 outline-none"
    >
      <div className="space-y-1">
        <h2 id={headingId} className="text-lg leading-normal font-semibold">
          {TITLES[id]}
        </h2>
        <p className="max-w-[72ch] text-sm text-muted">{text}</p>
      </div>
      {children}
    </section>
  );
}

type SectionListProps = { isWhole: boolean; without: readonly SectionId[] };

/** Links to the sections. On a phone there is no room for the list. */
export function SectionList({ isWhole, without }: SectionListProps) {
  const { hash, key } = useLocation();
  return (
    <nav aria-label="Settings" className="sticky top-17 hidden w-44 shrink-0 self-start lg:block">
      {/* Runs again on every click, and once all sections are there: earlier ones grow. */}
      <ShowSection key={`${key} ${isWhole}`} hash={hash} />
      <ul>
        {SECTIONS.filter((id) => !without.includes(id)).map((id) => (
          <li key={id}>
            <Link
              to={`#${id}`}
              replace
              className="flex min-h-8 items-center rounded-md px-2 py-1 font-medium text-muted hover:bg-hover hover:text-foreground pointer-coarse:min-h-11"
            >
              {TITLES[id]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Scrolls to the section in the address and starts the tab order there. */
function ShowSection({ hash }: { hash: string }) {
  useEffect(() => {
    const section = document.getElementById(hash.slice(1));
    if (section === null) return;
    section.scrollIntoView();
    section.focus({ preventScroll: true });
  }, [hash]);
  return null;
}
