import type { HelpArticle as Article, HelpSummary } from "@malamar/contract/help.ts";
import { ArrowLeft, ArrowRight } from "lucide-react";
import { useEffect } from "react";
import { Link, useLocation } from "react-router";
import { Delayed } from "#components/delayed.tsx";
import { ErrorState } from "#components/error-state.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useDocumentTitle } from "#lib/document-title.ts";
import { ArticleText } from "./article-text.tsx";
import { articleBody, chaptersOf, helpPath } from "./article.logic.ts";
import { HelpContents } from "./help-contents.tsx";
import { useHelpArticle } from "./queries.ts";

type HelpArticleProps = { articles: readonly HelpSummary[]; summary: HelpSummary };

export function HelpArticle({ articles, summary }: HelpArticleProps) {
  const { slug, title } = summary;
  const { data: article, error, refetch } = useHelpArticle(slug);
  useDocumentTitle(`${title} · Help`);
  const chapters = article === undefined ? [] : chaptersOf(article.content);
  const at = articles.indexOf(summary);
  // On a full page load, nothing is shown that the text would push down when it arrives.
  const isLoad = useLocation().key === "default";
  const isWhole = !isLoad || article !== undefined || error !== null;
  return (
    <div className="flex flex-col gap-5 lg:flex-row lg:gap-10">
      <HelpContents articles={articles} slug={slug} chapters={chapters} isWhole={isWhole} />
      <div className="w-full max-w-[72ch] min-w-0 space-y-6">
        <article className="space-y-5">
          <header className="space-y-1.5">
            <h1 className="text-2xl font-semibold">{title}</h1>
            <p className="text-lg text-muted">{summary.summary}</p>
          </header>
          {article !== undefined && <Body article={article} />}
          {article === undefined && error === null && <LoadingText />}
          {article === undefined && error !== null && (
            <ErrorState
              title="The article could not be loaded"
              error={error}
              onRetry={() => void refetch()}
            />
          )}
        </article>
        {isWhole && (
          <nav
            aria-label="Previous and next article"
            className="flex flex-wrap justify-between gap-2 border-t pt-4"
          >
            <Neighbour article={articles[at - 1]} />
            <Neighbour article={articles[at + 1]} isNext />
          </nav>
        )}
      </div>
    </div>
  );
}

function Body({ article }: { article: Article }) {
  const { hash } = useLocation();
  useEffect(() => {
    // The text arrived after the browser had looked for the anchor.
    if (hash !== "") document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView();
  }, [hash]);
  // The examples have a copy button each.
  return (
    <div data-commands="">
      <ArticleText text={articleBody(article.content)} />
    </div>
  );
}

type NeighbourProps = { article: HelpSummary | undefined; isNext?: boolean };

function Neighbour({ article, isNext = false }: NeighbourProps) {
  // Keeps the next link on its side when there is no previous one.
  if (article === undefined) return <span />;
  return (
    <Link
      to={helpPath(article.slug)}
      className="inline-flex min-h-8 items-center gap-1.5 rounded-md font-medium text-primary hover:underline pointer-coarse:min-h-11"
    >
      {!isNext && <ArrowLeft aria-hidden className="size-4" />}
      <span className="sr-only">{isNext ? "Next: " : "Previous: "}</span>
      {article.title}
      {isNext && <ArrowRight aria-hidden className="size-4" />}
    </Link>
  );
}

function LoadingText() {
  return (
    <Delayed>
      <output className="sr-only">Loading the article</output>
      {["w-full", "w-11/12", "w-full", "w-2/3"].map((width, line) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines of a skeleton never move
        <Skeleton key={line} className={`h-4 ${width}`} />
      ))}
    </Delayed>
  );
}
