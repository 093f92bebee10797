import { Link, useParams } from "react-router";
import { ErrorState } from "#components/error-state.tsx";
import { PageHeader } from "#components/page-header.tsx";
import { Page } from "#components/page.tsx";
import { HelpArticle } from "#features/help/help-article.tsx";
import { HelpOverview } from "#features/help/help-overview.tsx";
import { useHelpList } from "#features/help/queries.ts";
import { NotFoundPage } from "./not-found-page.tsx";

export function HelpPage() {
  const { slug } = useParams();
  return (
    <>
      <PageHeader title={<HelpTitle isArticle={slug !== undefined} />} />
      <HelpContent slug={slug} />
    </>
  );
}

/** An article has its own title. */
function HelpTitle({ isArticle }: { isArticle: boolean }) {
  if (!isArticle) return <h1 className="text-lg font-semibold">Help</h1>;
  return (
    <Link to="/help" className="hit-area rounded-sm text-lg font-semibold hover:underline">
      Help
    </Link>
  );
}

function HelpContent({ slug }: { slug: string | undefined }) {
  const { data: articles, error, refetch } = useHelpList();
  if (articles === undefined) {
    return (
      <Page>
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
