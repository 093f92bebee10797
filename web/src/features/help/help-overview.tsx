import type { HelpSummary } from "@malamar/contract/help.ts";
import { Link } from "react-router";
import { useDocumentTitle } from "#lib/document-title.ts";
import { helpPath } from "./article.logic.ts";

/** All articles with their summaries. */
export function HelpOverview({ articles }: { articles: readonly HelpSummary[] }) {
  useDocumentTitle("Help");
  return (
    <div className="max-w-[72ch] space-y-5">
      <p className="text-lg text-muted">
        How to build a team that works, and what to do when it doesn't. The Malamar agent knows all
        of this: ask it in a chat.
      </p>
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
