import { useParams } from "react-router";
import { ErrorState } from "#components/error-state.tsx";
import { Page } from "#components/page.tsx";
import { HelpArticle } from "#features/help/help-article.tsx";
import { HelpOverview } from "#features/help/help-overview.tsx";
import { useHelpList } from "#features/help/queries.ts";
import { NotFoundPage } from "./not-found-page.tsx";

export function HelpPage() {
  const { slug } = useParams();
  const { data: articles, error, refetch } = useHelpList();
  if (articles === undefined) {
    return (
      <Page>
        <h1 className="sr-only">Help</h1>
        {error !== null && (
          <ErrorState
            title="The help could not be loaded"
            error={error}
            onRetry={() => void refetch()}
          />
        )}
      </Page>
    );
  }
  if (slug === undefined) {
    return (
      <Page>
        <HelpOverview articles={articles} />
      </Page>
    );
  }
  const summary = articles.find((article) => article.slug === slug);
  if (summary === undefined) return <NotFoundPage what="article" />;
  return (
    <Page>
      <HelpArticle key={slug} articles={articles} summary={summary} />
    </Page>
  );
}
