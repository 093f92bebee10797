import type { HelpSummary } from "@malamar/contract/help.ts";
import { Link } from "react-router";
import { useDocumentTitle } from "#lib/document-title.ts";
import { helpPath } from "./article.logic.ts";

/** Every article with the sentence that says what it is good for. */
export function HelpOverview({ articles }: { articles: readonly HelpSummary[] }) {
  useDocumentTitle("Help");
  return (
    <div className="mx-auto max-w-[72ch] space-y-5">
      <header className="space-y-1.5">
        <h1 className="text-2xl font-semibold">Help</h1>
        <p className="text-lg text-muted">
          How to build a team that works, and what to do when it does not. The Malamar agent has
          read all of it: ask it in a chat.
        </p>
      </header>
      <ul className="divide-y rounded-md border">
        {articles.map(({ slug, title, summary }) => (
          <li key={slug} className="first:rounded-t-md last:rounded-b-md hover:bg-hover">
            <Link to={helpPath(slug)} className="block space-y-0.5 rounded-md px-4 py-3">
              <span className="block text-lg font-semibold">{title}</span>
              <span className="block text-muted">{summary}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
