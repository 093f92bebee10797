import type { HelpSummary } from "@malamar/contract/help.ts";
import { NavLink } from "react-router";
import { Disclosure } from "#components/disclosure.tsx";
import { cn } from "#lib/cn.ts";
import { helpPath, type Chapter } from "./article.logic.ts";

type HelpContentsProps = {
  articles: readonly HelpSummary[];
  slug: string;
  chapters: readonly Chapter[];
  /** The chapters are known. */
  isWhole: boolean;
};

/** Next to the text on a wide screen, folded above it on a phone. */
export function HelpContents(props: HelpContentsProps) {
  return (
    <>
      {/* Opening another article folds it again. */}
      <Disclosure key={props.slug} summary="All articles" className="rounded-md border lg:hidden">
        <nav aria-label="Help" className="border-t p-1">
          <Entries {...props} />
        </nav>
      </Disclosure>
      <nav
        aria-label="Help"
        // It may be taller than the window.
        className="sticky top-17 hidden max-h-[calc(100dvh-5.5rem)] w-56 shrink-0 self-start overflow-y-auto lg:block"
      >
        {props.isWhole && <Entries {...props} />}
      </nav>
    </>
  );
}

function Entries({ articles, slug, chapters }: HelpContentsProps) {
  return (
    <ul>
      {articles.map((article) => (
        <li key={article.slug}>
          <NavLink
            to={helpPath(article.slug)}
            className={({ isActive }) => cn(entryClass, isActive && "bg-hover text-foreground")}
          >
            {article.title}
          </NavLink>
          {article.slug === slug && <Chapters chapters={chapters} />}
        </li>
      ))}
    </ul>
  );
}

const entryClass =
  "flex min-h-8 items-center rounded-md px-2 py-1 font-medium text-muted hover:bg-hover hover:text-foreground pointer-coarse:min-h-11";

function Chapters({ chapters }: { chapters: readonly Chapter[] }) {
  return (
    <ul className="mt-0.5 mb-2 ml-2.5 border-l pl-1.5">
      {chapters.map(({ title, anchor }) => (
        <li key={anchor}>
          <a
            href={`#${anchor}`}
            className="flex min-h-7 items-center rounded-md px-2 py-0.5 text-muted hover:bg-hover hover:text-foreground pointer-coarse:min-h-11"
          >
            {title}
          </a>
        </li>
      ))}
    </ul>
  );
}
