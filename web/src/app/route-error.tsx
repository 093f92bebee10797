import { useRouteError } from "react-router";
import { ErrorState } from "#components/error-state.tsx";
import { useDocumentTitle } from "#lib/document-title.ts";

/** A crash takes down only its own page. Reloading also fetches files that an update replaced. */
export function RouteError() {
  const error = explained(useRouteError());
  useDocumentTitle("Error");
  return (
    <div className="mx-auto w-full max-w-2xl py-8">
      <h1 className="sr-only">Error</h1>
      <ErrorState
        title="This page could not be shown"
        error={error}
        onRetry={() => window.location.reload()}
      />
    </div>
  );
}

/** Each browser words a failed import of our files differently. */
function explained(error: unknown): unknown {
  const isMissingFile = error instanceof TypeError && /import/i.test(error.message);
  if (!isMissingFile) return error;
  return new Error("Part of Malamar could not be loaded. It may have stopped or been updated.", {
    cause: error,
  });
}

/** Renders nothing while the first page's chunk loads: it comes from this machine. */
export function HydrateFallback() {
  return null;
}
